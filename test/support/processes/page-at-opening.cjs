// Loaded before the desk: notes the page of the window at the moment in which the desk begins to open.
const { app, BrowserWindow } = require('electron')

const getVersion = app.getVersion.bind(app)
app.getVersion = () => {
  globalThis.pageAtOpening ??= BrowserWindow.getAllWindows()[0].webContents.getURL()
  return getVersion()
}

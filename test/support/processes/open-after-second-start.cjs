// Loaded before the app: the desk opens no window until a second start has reached this process.
const { app } = require('electron')
const whenReady = app.whenReady.bind(app)
const secondStart = new Promise((resolve) => app.once('second-instance', () => setImmediate(resolve)))
app.whenReady = () => whenReady().then(() => secondStart)

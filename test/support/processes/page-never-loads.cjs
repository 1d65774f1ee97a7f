// Loaded before the desk: no file of the page is ever served.
const { app, session } = require('electron')

app.once('ready', () => {
  const { protocol } = session.defaultSession
  const handle = protocol.handle.bind(protocol)
  protocol.handle = (scheme) => handle(scheme, () => new Promise(() => {}))
})

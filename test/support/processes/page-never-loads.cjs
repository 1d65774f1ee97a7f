// Loaded before the desk: no file of the page is ever served. Says when the page is asked for.
const { app, session } = require('electron')

app.once('ready', () => {
  const { protocol } = session.defaultSession
  const handle = protocol.handle.bind(protocol)
  protocol.handle = (scheme) =>
    handle(scheme, () => {
      process.stderr.write('the page is asked for\n')
      return new Promise(() => {})
    })
})

// Loaded before the app: no window of this process tells that its page was painted.
require('electron').app.on('browser-window-created', (_event, window) => {
  const { emit } = window
  window.emit = (name, ...values) => (name === 'ready-to-show' ? false : emit.call(window, name, ...values))
})

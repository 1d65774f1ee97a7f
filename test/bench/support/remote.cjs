// Loaded before a measured app: notes when the start reached each point, and obeys lines on stdin, because a debugger
// would itself take time and memory. The bench may set `Date`, so the times come from `performance`.
const { createInterface } = require('node:readline')
const { app, BrowserWindow, ipcMain, powerMonitor } = require('electron')

const marks = {}
const mark = (name) => (marks[name] ??= performance.timeOrigin + performance.now())
mark('first')

/** The time of each call of the page within the main process, in order. */
const calls = []
const handle = ipcMain.handle.bind(ipcMain)
ipcMain.handle = (channel, answer) =>
  handle(channel, async (...values) => {
    const began = performance.now()
    const answered = await answer(...values)
    calls.push([channel, performance.now() - began])
    return answered
  })

const tell = (what) => process.stdout.write(`bench:${JSON.stringify(what)}\n`)

// The desk makes these calls once its modules are loaded, and before its stores are opened.
for (const [name, call] of [
  ['loaded', 'requestSingleInstanceLock'],
  ['opening', 'getVersion'],
]) {
  const real = app[call].bind(app)
  app[call] = (...values) => {
    mark(name)
    return real(...values)
  }
}
// The desk listens to the power of the PC once its stores are open.
powerMonitor.once('newListener', () => mark('opened'))
app.once('ready', () => mark('ready'))
app.once('browser-window-created', (_event, window) => {
  mark('created')
  window.once('ready-to-show', () => {
    mark('shown')
    tell({ reached: 'shown' })
  })
  window.webContents.once('dom-ready', () => {
    mark('dom')
    tell({ reached: 'dom' })
  })
})

/** Presses a key by its name, for example `Down`, or by its character. */
function press(contents, { key, modifiers = [] }) {
  const keyCode = key === ' ' ? 'Space' : key
  const isNamed = keyCode.length > 1 || /^[a-z0-9,]$/i.test(keyCode)
  if (isNamed) contents.sendInputEvent({ type: 'keyDown', keyCode, modifiers })
  if (key.length === 1 && modifiers.length === 0) contents.sendInputEvent({ type: 'char', keyCode: key })
  if (isNamed) contents.sendInputEvent({ type: 'keyUp', keyCode, modifiers })
}

/** Presses keys, then runs a script in the page and returns its value. */
async function obey({ keys = [], script }) {
  const [window] = BrowserWindow.getAllWindows()
  const { webContents: contents } = window
  if (keys.length > 0) contents.focus()
  for (const key of keys) press(contents, key)
  return script === undefined ? null : contents.mainFrame.executeJavaScript(script)
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, ...order } = JSON.parse(line)
    if (order.told === 'marks') tell({ id, value: marks })
    else if (order.told === 'calls') tell({ id, value: calls.splice(0) })
    else if (order.told === 'heap') tell({ id, value: process.memoryUsage() })
    else
      obey(order).then(
        (value) => tell({ id, value }),
        (error) => tell({ id, error: String(error) }),
      )
  })
  // The bench has ended.
  .on('close', () => app.exit())

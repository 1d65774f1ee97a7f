// Loaded before the app: the wall clock of this process starts at LANEKEEPER_CLOCK and runs on from there. The replies of
// a server in this process carry that time too, because Node would give them the time of the machine.
const { ServerResponse } = require('node:http')

const Machine = Date
const ahead = Machine.parse(process.env['LANEKEEPER_CLOCK']) - Machine.now()

globalThis.Date = class extends Machine {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Machine.now() + ahead] : parts))
  }

  static now() {
    return Machine.now() + ahead
  }
}

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...values) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString())
  return writeHead.apply(this, values)
}

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
// The main entry of `electron-log` would register IPC channels that check no sender.
import electronLog from 'electron-log/node.js'
import { systemClock } from '../platform/clock.ts'
import { restrictFiles, restrictFolder } from '../platform/file-rights.ts'
import type { Log } from '../platform/log-events.ts'

const MAX_LOG_BYTES = 5 * 1024 * 1024
const MAX_LOG_FILES = 5

/**
 * Writes events as JSON lines to `logs/desk.log` in the data folder: at most five files of 5 MB, in UTC,
 * readable by their owner alone. Throws Node's errors.
 */
export function openLog(folder: string): Log {
  const { file, console: terminal } = electronLog.transports
  terminal.level = false
  file.level = 'info'
  file.format = '{text}'
  file.maxSize = MAX_LOG_BYTES
  const logs = join(folder, 'logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  restrictFolder(logs)
  restrictFiles(readdirSync(logs).map((name) => join(logs, name)))
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.resolvePathFn = () => join(logs, 'desk.log')
  file.archiveLogFn = ({ path }) => {
    const older = (number: number) => path.replace(/\.log$/, `.${number}.log`)
    rmSync(older(MAX_LOG_FILES - 1), { force: true })
    for (let number = MAX_LOG_FILES - 2; number >= 1; number -= 1) {
      if (existsSync(older(number))) renameSync(older(number), older(number + 1))
    }
    renameSync(path, older(1))
  }
  return (event) => electronLog.info(JSON.stringify({ at: systemClock.now(), ...event }))
}

import { accessSync, constants, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { never } from '../../shared/failure.ts'
import type { DuplicateContract } from '../../shared/contract.ts'
import { errorCode, systemClock, systemRandom } from '../system.ts'
import { check, type Checked } from './check.ts'
import { isSecret, readOptions, TOKEN_WRONG, type CliOptions } from './options.ts'
import { hasLeft, printJson, printTable, sayLeft } from './print.ts'

/*
 * `npm run practice:check`: what a remote supports, as a table on stdout and nothing else there. Exit 0 when it fits a
 * profile, 1 when it fits none, 2 for the command line, a file, or a remote that could not be reached, 130 when it was
 * ended early.
 */

/** As shells count a process that Ctrl+C ended. */
const ENDED = 130

const read = readOptions(process.argv.slice(2), process.cwd())
switch (read.kind) {
  case 'wrong':
    complain(read.words)
    break
  case 'options':
    await run(read.options)
    break
  default:
    never(read)
}

async function run(options: CliOptions): Promise<void> {
  const { address, clientId, create, move, timeoutMs, record } = options
  const secret = options.secret ?? readFileSync(0, 'utf8').trim()
  if (!isSecret(secret)) {
    complain(TOKEN_WRONG)
    return
  }
  if (record !== null && !canWrite(record)) {
    complain('The file of --record cannot be written. Nothing was asked.')
    return
  }
  const stop = new AbortController()
  // A second one ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  const tell = (words: string) => void process.stderr.write(`${words}\n`)
  say(
    await check({
      address,
      secret,
      clientId,
      create,
      move,
      timeoutMs,
      tell,
      clock: systemClock,
      random: systemRandom,
      stop: stop.signal,
    }),
    options,
  )
}

function say(checked: Checked, { json, record, timeoutMs }: CliOptions): void {
  switch (checked.kind) {
    case 'unreached':
      complain(sayUnreached(checked.code, timeoutMs))
      return
    case 'ended':
      if (hasLeft(checked.left)) process.stderr.write(`${sayLeft(checked.left).join('\n')}\n`)
      complain(checked.code === 'stopped' ? 'The check was ended early.' : `The check itself failed (${checked.code}).`)
      if (checked.code === 'stopped') process.exitCode = ENDED
      return
    case 'report': {
      const { report } = checked
      process.stdout.write(json ? printJson(report) : printTable(report))
      process.exitCode = report.fits === null ? 1 : 0
      if (record !== null && report.contract !== null) keep(record, report.contract)
      else if (record !== null) complain('No record was written: nothing could be created.')
      return
    }
    default:
      never(checked)
  }
}

function keep(record: string, contract: DuplicateContract): void {
  try {
    // Whole or not at all: who reads it leans on it.
    writeFileSync(`${record}.part`, `${JSON.stringify(contract, null, 2)}\n`)
    renameSync(`${record}.part`, record)
  } catch (error) {
    rmSync(`${record}.part`, { force: true })
    complain(`The record could not be written (${errorCode(error)}).`)
  }
}

function canWrite(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true
  } catch {
    return false
  }
}

function sayUnreached(code: string, timeoutMs: number): string {
  const what =
    code === 'timeout' ? `It did not answer in ${timeoutMs / 1000} seconds.` : `It could not be reached (${code}).`
  return `${what} Check the address, the network and its certificate, then try again; nothing was created.`
}

function complain(words: string): void {
  process.stderr.write(`${words}\n`)
  process.exitCode = 2
}

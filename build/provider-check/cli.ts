import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { assertNever } from '../../shared/result.ts'
import { writeFileAtomic } from '../../electron/platform/atomic-file.ts'
import { errorCode } from '../../electron/platform/log-events.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { systemRandom } from '../../electron/platform/random.ts'
import { check, type CheckOutcome } from './check.ts'
import { INVALID_TOKEN, isSecret, parseOptions, type CliOptions } from './options.ts'
import { describeLeftovers, hasLeftovers, printTable } from './print.ts'

/*
 * `npm run provider:check`: the table or its JSON on stdout and nothing else there. Exit code 0 when the remote fits a
 * profile, 1 when the remote fits none, 2 for the command line, a file, an unreachable remote or a fault of the check,
 * 130 when the check was ended early.
 */

/** The exit code that shells give a process that Ctrl+C ended. */
const INTERRUPTED = 130

const parsed = parseOptions(process.argv.slice(2), process.cwd())
if (parsed.kind === 'invalid') complain(parsed.message)
else await run(parsed.options)

async function run(options: CliOptions): Promise<void> {
  const secret = options.secret ?? readFileSync(0, 'utf8').trim()
  if (!isSecret(secret)) {
    complain(INVALID_TOKEN)
    return
  }
  if (options.record !== null && !isWritable(options.record)) {
    complain('The file of --record cannot be written. Nothing was asked.')
    return
  }
  const stop = new AbortController()
  // A second signal of the same kind ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  const announce = (text: string) => void process.stderr.write(`${text}\n`)
  const parts = { clock: systemClock, random: systemRandom, stop: stop.signal, announce }
  show(await check({ ...options, ...parts, secret }), options)
}

function show(outcome: CheckOutcome, { json, record, timeoutMs }: CliOptions): void {
  switch (outcome.kind) {
    case 'unreachable': {
      const isLate = outcome.code === 'timeout'
      const reason = isLate
        ? `It did not answer in ${timeoutMs / 1000} seconds.`
        : `It could not be reached (${outcome.code}).`
      complain(`${reason} Check the address, the network and its certificate, then try again; nothing was created.`)
      return
    }
    case 'ended': {
      const { code, leftovers } = outcome
      if (hasLeftovers(leftovers)) process.stderr.write(`${describeLeftovers(leftovers).join('\n')}\n`)
      complain(code === 'stopped' ? 'The check was ended early.' : `The check itself failed (${code}).`)
      if (code === 'stopped') process.exitCode = INTERRUPTED
      return
    }
    case 'report': {
      const { report } = outcome
      process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : printTable(report))
      process.exitCode = report.fits === null ? 1 : 0
      if (record === null) return
      if (report.guarantee === null) complain('No record was written: nothing could be created.')
      else writeRecord(record, `${JSON.stringify(report.guarantee, null, 2)}\n`)
      return
    }
    default:
      assertNever(outcome)
  }
}

function writeRecord(file: string, text: string): void {
  try {
    writeFileAtomic(file, text, 0o644)
  } catch (error) {
    complain(`The record could not be written (${errorCode(error)}).`)
  }
}

function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true
  } catch {
    return false
  }
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

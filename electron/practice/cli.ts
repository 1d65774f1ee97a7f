import { assertNever } from '../../shared/result.ts'
import { systemClock } from '../platform/clock.ts'
import { systemRandom } from '../platform/random.ts'
import type { LogEvent } from '../platform/log-events.ts'
import { parseOptions, type CliOptions } from './options.ts'
import { startPractice } from './service.ts'

/*
 * `npm run practice`: the practice service alone, for training and for clients under test. Prints one JSON line on
 * stdout (`{"url":…,"token":…}`, in the profile `hopdrive` with `client_id` and `client_secret`), everything else on
 * stderr; exits with 2 for a wrong command line and 1 for a failed start.
 */

const read = parseOptions(process.argv.slice(2), process.cwd(), systemRandom)
switch (read.kind) {
  case 'wrong':
    process.stderr.write(`${read.words}\n`)
    process.exitCode = 2
    break
  case 'options':
    await run(read.options)
    break
  default:
    assertNever(read)
}

async function run({ stepSeconds, driver, profile, client, ...options }: CliOptions): Promise<void> {
  try {
    const service = await startPractice({
      ...options,
      clock: systemClock,
      random: systemRandom,
      log: printFailure,
      isAlone: true,
      ...(stepSeconds === undefined ? {} : { stepSeconds }),
      ...(driver === undefined ? {} : { driver }),
      ...(profile === undefined ? {} : { profile }),
      ...(client === undefined ? {} : { client }),
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void service.close())
    process.stderr.write(`practice: file ${options.file}\n`)
    const ask = client === undefined ? {} : { client_id: client.id, client_secret: client.secret }
    process.stdout.write(`${JSON.stringify({ url: service.url, token: service.token, ...ask })}\n`)
  } catch (error) {
    process.stderr.write(`practice: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

function printFailure(event: LogEvent): void {
  if (event.event === 'internal-error') process.stderr.write(`${JSON.stringify(event)}\n`)
}

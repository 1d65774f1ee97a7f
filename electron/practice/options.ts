import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Random } from '../platform/random.ts'
import { randomHex } from './domain/create-booking.ts'
import type { PracticeProfile } from './service.ts'
import type { DriverBy } from './store/store.ts'
import type { Client } from './http/tokens.ts'

/** The parsed options of the command. Undefined leaves the default to `startPractice`. */
export type CliOptions = {
  readonly port: number
  readonly token: string
  readonly file: string
  readonly stepSeconds: number | undefined
  readonly driver: DriverBy | undefined
  readonly profile: PracticeProfile | undefined
  /** Undefined with the profile `baseline`, which has no sign-in. */
  readonly client: Client | undefined
}

/** `words` holds the mistake and, on a second line, the usage. */
export type ParsedOptions =
  { readonly kind: 'options'; readonly options: CliOptions } | { readonly kind: 'wrong'; readonly words: string }

const USAGE =
  'npm run practice -- [--port N] [--token T] [--db FILE] [--step-seconds N] [--driver clock|manual] ' +
  '[--profile baseline|hopdrive [--client-id ID] [--client-secret S] [--token-seconds N]]'
const DEFAULT_FILE = 'out/practice.db'
const TOKEN_SECONDS = '900'
const VISIBLE = /^[\x21-\x7e]{1,200}$/
const OF_HOPDRIVE = ['client-id', 'client-secret', 'token-seconds'] as const

/**
 * Parses the command line of `npm run practice`; any unknown argument is an error. The defaults are a free port, a
 * random token, `DEFAULT_FILE` under `cwd`, and in `hopdrive` the client id `practice`, a random secret and a token
 * lifetime of `TOKEN_SECONDS`; every other default is that of `startPractice`.
 */
export function parseOptions(args: readonly string[], cwd: string, random: Random): ParsedOptions {
  const wrong = (words: string): ParsedOptions => ({ kind: 'wrong', words: `${words}\nUsage: ${USAGE}` })
  let given
  try {
    given = parseArgs({
      args: [...args],
      strict: true,
      options: {
        port: { type: 'string' },
        token: { type: 'string' },
        db: { type: 'string' },
        'step-seconds': { type: 'string' },
        driver: { type: 'string' },
        profile: { type: 'string' },
        'client-id': { type: 'string' },
        'client-secret': { type: 'string' },
        'token-seconds': { type: 'string' },
      },
    }).values
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  const { port = '0', token = randomHex(random, 32), db = DEFAULT_FILE, driver, profile } = given
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65535) return wrong('--port must be a number from 0 to 65535.')
  if (!VISIBLE.test(token)) return wrong('--token must be 1 to 200 visible characters without spaces.')
  if (db.trim() === '') return wrong('--db must name a file.')
  const step = given['step-seconds']
  if (step !== undefined && !(/^[0-9]{1,6}(\.[0-9]{1,3})?$/.test(step) && Number(step) > 0)) {
    return wrong('--step-seconds must be a number above 0.')
  }
  if (driver !== undefined && driver !== 'clock' && driver !== 'manual')
    return wrong('--driver must be clock or manual.')
  if (profile !== undefined && profile !== 'baseline' && profile !== 'hopdrive') {
    return wrong('--profile must be baseline or hopdrive.')
  }
  const stray = OF_HOPDRIVE.find((name) => given[name] !== undefined)
  if (profile !== 'hopdrive' && stray !== undefined) return wrong(`--${stray} is for --profile hopdrive alone.`)
  const { 'client-id': id = 'practice', 'client-secret': secret, 'token-seconds': seconds = TOKEN_SECONDS } = given
  if (!VISIBLE.test(id)) return wrong('--client-id must be 1 to 200 visible characters without spaces.')
  if (secret !== undefined && !VISIBLE.test(secret)) {
    return wrong('--client-secret must be 1 to 200 visible characters without spaces.')
  }
  if (!/^[1-9][0-9]{0,6}$/.test(seconds)) return wrong('--token-seconds must be a whole number above 0.')
  return {
    kind: 'options',
    options: {
      port: Number(port),
      token,
      file: resolve(cwd, db),
      stepSeconds: step === undefined ? undefined : Number(step),
      driver,
      profile,
      client:
        profile === 'hopdrive'
          ? { id, secret: secret ?? randomHex(random, 32), tokenSeconds: Number(seconds) }
          : undefined,
    },
  }
}

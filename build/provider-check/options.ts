import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseAddress } from '../../shared/desk/settings.ts'

export type CliOptions = {
  /** The remote's address as `parseAddress` returns the address. */
  readonly address: string
  /** A bearer token, or the client's secret when `clientId` is given. Null reads it from the standard input. */
  readonly secret: string | null
  readonly clientId: string | null
  /** Allows the check to create moves. */
  readonly create: boolean
  /** The number of an existing move to read. */
  readonly move: number | null
  readonly json: boolean
  /** The absolute path of the record of `duplicate_check`; null writes none. */
  readonly record: string | null
  /** The time limit of one request. */
  readonly timeoutMs: number
}

type ParsedOptions =
  { readonly kind: 'options'; readonly options: CliOptions } | { readonly kind: 'invalid'; readonly message: string }

const USAGE =
  'npm run -s provider:check -- URL TOKEN [--client-id ID] [--move N] [--create [--record FILE]] [--json] ' +
  '[--timeout-seconds N]\n  TOKEN is the secret of the client with --client-id; - reads it from the standard input.'
const DEFAULT_TIMEOUT_SECONDS = '20'
const VALUE = { type: 'string' } as const
const FLAG = { type: 'boolean', default: false } as const
const OPTIONS = { 'client-id': VALUE, move: VALUE, create: FLAG, record: VALUE, json: FLAG, 'timeout-seconds': VALUE }

export const INVALID_TOKEN = 'TOKEN must be visible characters without spaces.'

/** True for 1 to 8000 visible ASCII characters without spaces, which a header can carry. */
export function isSecret(text: string): boolean {
  return /^[\x21-\x7e]{1,8000}$/.test(text)
}

/** Parses the command line. No message quotes an argument, because the token may be in the wrong place. */
export function parseOptions(args: readonly string[], cwd: string): ParsedOptions {
  const invalid = (text: string): ParsedOptions => ({ kind: 'invalid', message: `${text}\nUsage: ${USAGE}` })
  let given
  try {
    given = parseArgs({ args: [...args], strict: true, allowPositionals: true, options: OPTIONS })
  } catch {
    return invalid('An option is not known, has no value, or has one too many.')
  }
  const { positionals, values } = given
  const [url, token, ...rest] = positionals
  const { 'client-id': clientId = null, move = null, create, record = null, json } = values
  const { 'timeout-seconds': seconds = DEFAULT_TIMEOUT_SECONDS } = values
  if (url === undefined || token === undefined || rest.length > 0)
    return invalid('URL and TOKEN are needed, in this order.')
  const address = parseAddress(url)
  if (address === null)
    return invalid('URL must begin with https://, or http:// on this machine, and hold no name, password, ? or #.')
  if (token !== '-' && !isSecret(token)) return invalid(INVALID_TOKEN)
  if (clientId !== null && !/^[\x21-\x7e]{1,200}$/.test(clientId))
    return invalid('--client-id must be 1 to 200 visible characters without spaces.')
  if (move !== null && !(/^[1-9][0-9]{0,15}$/.test(move) && Number.isSafeInteger(Number(move))))
    return invalid('--move must be the number of a move.')
  if (record !== null && (record.trim() === '' || !create)) return invalid('--record needs a file, and --create.')
  if (!/^[1-9][0-9]{0,2}$/.test(seconds)) return invalid('--timeout-seconds must be a whole number from 1 to 999.')
  const options: CliOptions = {
    address,
    secret: token === '-' ? null : token,
    clientId,
    create,
    json,
    move: move === null ? null : Number(move),
    record: record === null ? null : resolve(cwd, record),
    timeoutMs: Number(seconds) * 1000,
  }
  return { kind: 'options', options }
}

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readAddress } from '../../shared/settings.ts'

export type CliOptions = {
  readonly address: string
  /** Null reads it from the standard input. */
  readonly secret: string | null
  readonly clientId: string | null
  readonly create: boolean
  readonly move: number | null
  readonly json: boolean
  /** Absolute; null writes no record. */
  readonly record: string | null
  readonly timeoutMs: number
}

export type ReadOptions =
  { readonly kind: 'options'; readonly options: CliOptions } | { readonly kind: 'wrong'; readonly words: string }

const USAGE =
  'npm run -s practice:check -- URL TOKEN [--client-id ID] [--move N] [--create [--record FILE]] [--json] ' +
  '[--timeout-seconds N]\n  TOKEN is the secret of the client with --client-id; - reads it from the standard input.'
const TIMEOUT_SECONDS = '20'

export const TOKEN_WRONG = 'TOKEN must be visible characters without spaces.'

/** True for what can stand in a header. */
export function isSecret(text: string): boolean {
  return /^[\x21-\x7e]{1,8000}$/.test(text)
}

/**
 * Reads the command line of `npm run practice:check`. Nothing that was typed is quoted in what is said about it: the token
 * may stand in the wrong place.
 */
export function readOptions(args: readonly string[], cwd: string): ReadOptions {
  const wrong = (words: string): ReadOptions => ({ kind: 'wrong', words: `${words}\nUsage: ${USAGE}` })
  let given
  try {
    given = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: true,
      options: {
        'client-id': { type: 'string' },
        move: { type: 'string' },
        create: { type: 'boolean' },
        record: { type: 'string' },
        json: { type: 'boolean' },
        'timeout-seconds': { type: 'string' },
      },
    })
  } catch {
    return wrong('An option is not known, has no value, or has one too many.')
  }
  const [url, token, ...rest] = given.positionals
  const { 'client-id': clientId = null, move, create = false, record, json = false } = given.values
  const { 'timeout-seconds': seconds = TIMEOUT_SECONDS } = given.values
  if (url === undefined || token === undefined || rest.length > 0)
    return wrong('URL and TOKEN are needed, in this order.')
  const address = readAddress(url)
  if (address === null) {
    return wrong('URL must begin with https://, or http:// on this machine, and hold no name, password, ? or #.')
  }
  if (token !== '-' && !isSecret(token)) return wrong(TOKEN_WRONG)
  if (clientId !== null && !/^[\x21-\x7e]{1,200}$/.test(clientId)) {
    return wrong('--client-id must be 1 to 200 visible characters without spaces.')
  }
  if (move !== undefined && !(/^[1-9][0-9]{0,15}$/.test(move) && Number.isSafeInteger(Number(move)))) {
    return wrong('--move must be the number of a move.')
  }
  if (record !== undefined && (record.trim() === '' || !create)) return wrong('--record needs a file, and --create.')
  if (!/^[1-9][0-9]{0,2}$/.test(seconds)) return wrong('--timeout-seconds must be a whole number from 1 to 999.')
  return {
    kind: 'options',
    options: {
      address,
      secret: token === '-' ? null : token,
      clientId,
      create,
      move: move === undefined ? null : Number(move),
      json,
      record: record === undefined ? null : resolve(cwd, record),
      timeoutMs: Number(seconds) * 1000,
    },
  }
}

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Random } from '../system.ts'
import { hexByChance } from './accept.ts'

export type CliOptions = {
  readonly port: number
  readonly token: string
  readonly file: string
  readonly stepSeconds: number | undefined
}

export type ReadOptions =
  { readonly kind: 'options'; readonly options: CliOptions } | { readonly kind: 'wrong'; readonly words: string }

const USAGE = 'npm run practice -- [--port N] [--token T] [--db FILE] [--step-seconds N]'
const DEFAULT_FILE = 'out/practice.db'

/**
 * Reads the command line of `npm run practice`. Left out: port 0 (a free one), a token by chance, the file
 * `out/practice.db` under the folder `cwd`, and the service's own speed. Anything else on the line is wrong.
 */
export function readOptions(args: readonly string[], cwd: string, random: Random): ReadOptions {
  const wrong = (words: string): ReadOptions => ({ kind: 'wrong', words: `${words}\nUsage: ${USAGE}` })
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
      },
    }).values
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  const { port = '0', token = hexByChance(random, 32), db = DEFAULT_FILE } = given
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65535) return wrong('--port must be a number from 0 to 65535.')
  if (!/^[\x21-\x7e]{1,200}$/.test(token)) return wrong('--token must be 1 to 200 visible characters without spaces.')
  if (db.trim() === '') return wrong('--db must name a file.')
  const step = given['step-seconds']
  if (step !== undefined && !(/^[0-9]{1,6}(\.[0-9]{1,3})?$/.test(step) && Number(step) > 0)) {
    return wrong('--step-seconds must be a number above 0.')
  }
  return {
    kind: 'options',
    options: {
      port: Number(port),
      token,
      file: resolve(cwd, db),
      stepSeconds: step === undefined ? undefined : Number(step),
    },
  }
}

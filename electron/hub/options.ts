import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { refuse, type HubResult } from './problems.ts'

/** The parsed command line of the hub. Paths are absolute. */
export type HubCommand =
  | {
      readonly verb: 'init'
      readonly folder: string
      readonly rooftop: string
      readonly address: string
      readonly port: number
      /** Null searches the usual places. */
      readonly binaries: string | null
    }
  | { readonly verb: 'start' | 'stop' | 'tidy'; readonly folder: string }
  /** `out` is the file of the invitation; null chooses a file in the hub's folder. */
  | { readonly verb: 'invite'; readonly folder: string; readonly name: string; readonly out: string | null }
  | { readonly verb: 'retire'; readonly folder: string; readonly name: string }
  | { readonly verb: 'forget'; readonly folder: string; readonly reference: string }
  | { readonly verb: 'check'; readonly folder: string; readonly asJson: boolean }

type Verb = HubCommand['verb']

const DEFAULT_PORT = '5432'
const MIN_PORT = 1024
const MAX_PORT = 65_535
const MAX_NAME_LENGTH = 60

/** The options of each verb. */
const OPTIONS = {
  init: ['folder', 'name', 'address', 'port', 'binaries'],
  start: ['folder'],
  stop: ['folder'],
  tidy: ['folder'],
  invite: ['folder', 'out'],
  retire: ['folder'],
  forget: ['folder'],
  check: ['folder', 'json'],
} as const satisfies Readonly<Record<Verb, readonly string[]>>

/** The lines that a wrong command line gets. `program` is how the person called the hub. */
export function usageOf(program: string): string {
  // The script of a checkout alone can fetch a server for a pilot.
  const server = `[--binaries DIR]${program.startsWith('npm') ? ' [--pilot]' : ''}`
  return [
    `${program} init --name "Midlothian Honda" --address 192.168.10.5 [--port 5432] [--folder DIR] ${server}`,
    `${program} invite "Desk 4" [--out FILE] [--folder DIR]`,
    `${program} retire "Desk 4" [--folder DIR]`,
    `${program} forget LK-7Q2M-4X9K-DTC [--folder DIR]`,
    `${program} check [--json] [--folder DIR]`,
    `${program} start|stop|tidy [--folder DIR]`,
  ].join('\n')
}

/** Parses the arguments after the program. `defaultFolder` is the hub's folder without `--folder`. */
export function parseHubOptions(
  args: readonly string[],
  { cwd, defaultFolder }: { readonly cwd: string; readonly defaultFolder: string },
): HubResult<HubCommand> {
  const usage = (mistake: string) => refuse({ code: 'usage', mistake })
  const verb = args[0]
  if (verb === undefined || !isVerb(verb))
    return usage('Say what to do: init, invite, retire, forget, check, tidy, start or stop.')
  let parsed
  try {
    parsed = parseArgs({
      args: args.slice(1),
      strict: true,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        address: { type: 'string' },
        port: { type: 'string', default: DEFAULT_PORT },
        folder: { type: 'string' },
        binaries: { type: 'string' },
        out: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
      tokens: true,
    })
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals, tokens } = parsed
  const known: readonly string[] = OPTIONS[verb]
  const stray = tokens.find((token) => token.kind === 'option' && !known.includes(token.name))
  if (stray?.kind === 'option') return usage(`${verb} has no option --${stray.name}.`)
  const folder = resolve(cwd, values.folder ?? defaultFolder)
  const takes = verb === 'forget' ? 'reference' : verb === 'invite' || verb === 'retire' ? 'name' : null
  if (positionals.length !== (takes === null ? 0 : 1)) {
    return usage(
      takes === null ? `${verb} takes no name.` : `${verb} takes one ${takes}. Put a ${takes} with spaces in quotes.`,
    )
  }
  const name = parseName(verb === 'init' ? (values.name ?? '') : (positionals[0] ?? ''))
  switch (verb) {
    case 'init': {
      if (values.name === undefined) return usage('init needs --name, the name of the rooftop.')
      if (values.address === undefined)
        return usage("init needs --address, the address of this computer in the lane's network.")
      if (name === null) return refuse({ code: 'name-invalid' })
      const port = parsePort(values.port)
      if (port === null) return usage(`--port must be a number from ${MIN_PORT} to ${MAX_PORT}.`)
      if (!isIPv4(values.address) || values.address === '0.0.0.0') {
        return refuse({ code: 'address-invalid', address: values.address })
      }
      const binaries = values.binaries === undefined ? null : resolve(cwd, values.binaries)
      return { ok: true, value: { verb, folder, rooftop: name, address: values.address, port, binaries } }
    }
    case 'invite':
      if (name === null) return refuse({ code: 'name-invalid' })
      return {
        ok: true,
        value: { verb, folder, name, out: values.out === undefined ? null : resolve(cwd, values.out) },
      }
    case 'retire':
      if (name === null) return refuse({ code: 'name-invalid' })
      return { ok: true, value: { verb, folder, name } }
    case 'forget':
      return { ok: true, value: { verb, folder, reference: (positionals[0] ?? '').trim() } }
    case 'check':
      return { ok: true, value: { verb, folder, asJson: values.json } }
    case 'start':
    case 'stop':
    case 'tidy':
      return { ok: true, value: { verb, folder } }
  }
}

function isVerb(text: string): text is Verb {
  return Object.hasOwn(OPTIONS, text)
}

function parsePort(text: string): number | null {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0
  return port >= MIN_PORT && port <= MAX_PORT ? port : null
}

/** Returns a name in NFC and with single spaces, or null for a name that cannot be shown in one line. */
function parseName(text: string): string | null {
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/u.test(text)) return null
  const name = text.normalize('NFC').replace(/\s+/gu, ' ').trim()
  return name === '' || [...name].length > MAX_NAME_LENGTH ? null : name
}

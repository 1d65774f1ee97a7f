import { honours, type DuplicateContract } from '../../shared/contract.ts'
import type { ProviderProfile } from '../../shared/profile.ts'
import { errorCode, type Clock, type Random } from '../system.ts'
import { makeAsk, Stopped, type Ask } from './ask.ts'
import { cancelAll } from './cancel.ts'
import { announce, create } from './create.ts'
import { look, seeSignIn, seeToken, seeUntried } from './look.ts'
import type { Made, Round } from './round.ts'
import { makeSheet, type Row, type Sheet } from './sheet.ts'
import { signIn, type Token } from './sign-in.ts'
import { makeSay } from './words.ts'

/*
 * A check of a remote, by a client that shares no wire form with the desk or with the practice service.
 *
 *   reached? -> token -> what only reads -> (told to create) books, changes, repeats, cancels -> table
 */

export type CheckOptions = {
  /** As `readAddress` writes it. */
  readonly address: string
  /** A bearer token; the client's secret where `clientId` is given. */
  readonly secret: string
  readonly clientId: string | null
  /** May moves be made? */
  readonly create: boolean
  /** A move that is there, to be read. */
  readonly move: number | null
  readonly clock: Clock
  readonly random: Random
  /** How long one request may take. */
  readonly timeoutMs: number
  /** Ends the check early; what it made is canceled first. */
  readonly stop: AbortSignal
  /** Says something at once, beside the table. */
  readonly tell: (words: string) => void
}

/** The numbers of the moves that a check has made, by what became of them, and the references that may have made one. */
export type Left = {
  readonly canceled: readonly number[]
  readonly pending: readonly number[]
  readonly standing: readonly number[]
  readonly unclear: readonly string[]
}

export type Report = {
  readonly address: string
  readonly rows: readonly Row[]
  /** The richer of the two where nothing that was asked speaks against either; null for neither. */
  readonly fits: ProviderProfile | null
  /** The rows that speak against each. */
  readonly against: Readonly<Record<ProviderProfile, readonly Row[]>>
  readonly left: Left
  /** What was seen of `duplicate_check`; null when nothing was to be created. */
  readonly contract: DuplicateContract | null
}

export type Checked =
  | { readonly kind: 'report'; readonly report: Report }
  /** Nobody answered; `code` is Node's, or `timeout`. */
  | { readonly kind: 'unreached'; readonly code: string }
  /** It was ended early, by whoever called (`code` is `stopped`) or by a fault of its own. */
  | { readonly kind: 'ended'; readonly code: string; readonly left: Left }

/** Checks a remote; never rejects. However it ends, what it has made is canceled where the remote can. */
export async function check(options: CheckOptions): Promise<Checked> {
  const { address, clock, timeoutMs, stop } = options
  const begun: { round: Round | null; token: Token } = { round: null, token: async () => options.secret }
  try {
    return await walk(options, makeAsk({ address, clock, timeoutMs, stop }), (round, token) => {
      begun.round = round
      begun.token = token
    })
  } catch (error) {
    const { round, token } = begun
    if (round !== null) {
      // A signal of its own, which nobody gives: the other one may be what ended the check.
      const ask = makeAsk({ address, clock, timeoutMs, stop: new AbortController().signal })
      await cancelAll({ ...round, ...callsOf(ask, token) })
    }
    const code = error instanceof Stopped ? 'stopped' : errorCode(error)
    return { kind: 'ended', code, left: leftOf(round?.made ?? [], round?.unclear ?? []) }
  }
}

async function walk(options: CheckOptions, ask: Ask, begin: (round: Round, token: Token) => void): Promise<Checked> {
  const { address, secret, clientId, clock, random, move } = options
  const first = await ask({ method: 'GET', url: '/v1/moves/0', token: null })
  if (first.kind === 'silent') return { kind: 'unreached', code: first.code }
  const secrets = [secret]
  const [say, sheet] = [makeSay(() => secrets), makeSheet()]
  const table = (left: Left, contract: DuplicateContract | null): Checked => ({
    kind: 'report',
    report: { address, rows: sheet.rows(), ...fitOf(sheet), left, contract },
  })
  const untried = (why: string): Checked => {
    seeUntried({ sheet }, why, move)
    return table(leftOf([], []), null)
  }

  const client = clientId === null ? null : { id: clientId, secret }
  const keep = (granted: string) => void secrets.push(granted)
  const token = client === null ? async () => secret : await signIn(ask, client, { sheet, say, clock }, keep)
  if (token === null) return untried('there is no token')
  const asked = { sheet, say, random, ...callsOf(ask, token) }
  if (!(await seeToken(asked, first))) return untried('the token was not taken')
  const spoken = (await seeSignIn(asked)) ? 'hopdrive' : 'baseline'
  const round: Round = { ...asked, address, clock, spoken, made: [], unclear: [] }
  begin(round, token)
  await look(round, move)
  if (!options.create) return untried('needs --create')
  options.tell(announce(address))
  const evidence = await create(round)
  const honoured = honours(evidence)
  return table(leftOf(round.made, round.unclear), { address, profile: spoken, at: clock.now(), honoured, evidence })
}

function callsOf(ask: Ask, token: Token): Pick<Round, 'ask' | 'send'> {
  return {
    ask,
    send: async (method, url, body, contentType) =>
      ask({
        method,
        url,
        token: await token(ask),
        ...(body === undefined ? {} : { body }),
        ...(contentType === undefined ? {} : { contentType }),
      }),
  }
}

function fitOf(sheet: Sheet): Pick<Report, 'fits' | 'against'> {
  const against = { baseline: sheet.against('baseline'), hopdrive: sheet.against('hopdrive') }
  const fits = (['hopdrive', 'baseline'] as const).find((profile) => against[profile].length === 0)
  return { fits: fits ?? null, against }
}

function leftOf(made: readonly Made[], unclear: readonly string[]): Left {
  const of = (state: Made['state']) => made.filter((one) => one.state === state).map(({ id }) => id)
  return { canceled: of('canceled'), pending: of('pending'), standing: of('stands'), unclear: [...new Set(unclear)] }
}

import type { Clock, Log, Random } from '../system.ts'
import type { Shop } from './accept.ts'
import { ANSWERS, makeApp } from './app.ts'
import { listen, urlOf, type Listening } from './link.ts'
import { openPracticeStore, type DriverBy } from './store.ts'
import { makeTokens, type Client, type Tokens } from './tokens.ts'

export type PracticeProfile = 'baseline' | 'hopdrive'

export type PracticeLink = 'up' | 'cut'

export type PracticeOptions = {
  /** The service's own SQLite file; made when it is not there. */
  readonly file: string
  /** 0 takes a free port. */
  readonly port: number
  readonly token: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Seconds from one stage of the simulated driver to the next: 20 unless said; more than 0, fractions allowed. */
  readonly stepSeconds?: number
  /** `hand`: moves booked from now on go on by `POST /practice/moves/<id>/step` alone. `clock` unless said. */
  readonly driver?: DriverBy
  /** Which remote this is: the service description, or a real one of the same shape. `baseline` unless said. */
  readonly profile?: PracticeProfile
  /** Who may ask for tokens; `hopdrive` needs it, the baseline has no use for it. */
  readonly client?: Client
  /** The highest number that a client holds from a file of this service that is gone: it is given to no other move. */
  readonly numbersAfter?: number
  /** `cut` starts without listening: the address is settled all the same. `up` unless said. */
  readonly link?: PracticeLink
}

export type PracticeService = {
  /** `http://127.0.0.1:<port>`, the same for as long as the service runs, cut or not. */
  readonly url: string
  readonly token: string
  link(): PracticeLink
  /** Stops listening and ends every open connection: a client finds its connection refused. */
  cut(): Promise<void>
  /** Listens again on the same port. Rejects in words when another program took it; the link then stays cut. */
  restore(): Promise<void>
  /** Ends the service for good; its file can be opened again. */
  close(): Promise<void>
}

const STEP_SECONDS = 20

/**
 * Starts the practice service: the whole of the service description (sections 2 to 5) on 127.0.0.1, or its profile
 * `hopdrive`, with a store of its own, which both profiles can read. Rejects with a `StoreFault` when the file was written
 * by a newer version (code `newer`) or cannot be used, and with an error in words when the port is taken or an option is
 * wrong.
 */
export async function startPractice(options: PracticeOptions): Promise<PracticeService> {
  const {
    file,
    token,
    clock,
    random,
    log,
    stepSeconds = STEP_SECONDS,
    driver = 'clock',
    profile = 'baseline',
  } = options
  if (!(stepSeconds > 0 && Number.isFinite(stepSeconds))) throw new Error('stepSeconds must be a number above 0')
  if (token === '') throw new Error('the practice service needs a token')
  const tokens = profile === 'baseline' ? null : tokensFor(options)
  const store = openPracticeStore(file)
  let spell: Listening | null = null
  // Requests come in only while it listens, so the address is known before the first of them.
  let answer: Parameters<typeof listen>[1] = () => new Response(null, { status: 404 })

  const start = async (port: number): Promise<Listening> => {
    const began = await listen(port, (...request) => answer(...request))
    log({ event: 'practice-listening', port: began.port })
    return began
  }

  try {
    if (options.numbersAfter !== undefined) store.numbersAfter(options.numbersAfter)
    spell = await start(options.port)
  } catch (error) {
    store.close()
    throw error
  }
  const { port } = spell
  const shop: Shop = { store, clock, random, stepSeconds, driver, base: urlOf(port), answers: ANSWERS[profile] }
  answer = makeApp({ shop, token, log, tokens }).fetch

  const cut = async () => {
    await spell?.stop()
    spell = null
  }
  let closed = false
  let last: Promise<void> = Promise.resolve()
  /** One switch at a time, in the order in which they were asked for. */
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const done = last.then(step)
    last = done.catch(() => undefined)
    return done
  }

  const service: PracticeService = {
    url: shop.base,
    token,
    link: () => (spell === null ? 'cut' : 'up'),
    cut: () => inTurn(cut),
    restore: () =>
      inTurn(async () => {
        if (closed) throw new Error('The practice service was closed.')
        spell ??= await start(port)
      }),
    close: () =>
      inTurn(async () => {
        await cut()
        if (!closed) store.close()
        closed = true
      }),
  }
  if (options.link === 'cut') await service.cut()
  return service
}

function tokensFor({ client, clock, random }: PracticeOptions): Tokens {
  if (client === undefined || client.id === '' || client.secret === '') {
    throw new Error('the profile hopdrive needs a client id and a client secret')
  }
  if (!(client.tokenSeconds > 0 && Number.isFinite(client.tokenSeconds))) {
    throw new Error('tokenSeconds must be a number above 0')
  }
  return makeTokens(client, clock, random)
}

import type { PracticeConnection } from '../../shared/desk/practice.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log-events.ts'
import type { Random } from '../platform/random.ts'
import type { PracticeContext } from './domain/create-booking.ts'
import { RESPONSES_BY_PROFILE, createApp } from './http/routes.ts'
import { startServer, urlOf, type RunningServer } from './http/server.ts'
import { openPracticeStore, type DriverBy } from './store/store.ts'
import { createTokens, type Client, type Tokens } from './http/tokens.ts'

export type PracticeProfile = 'baseline' | 'hopdrive'

export type PracticeOptions = {
  /** The SQLite file of the service, created if missing. */
  readonly file: string
  /** 0 takes a free port. */
  readonly port: number
  /** The token of the control routes, and in `baseline` of every address that needs a token. Must not be empty. */
  readonly token: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Seconds from one stage of the simulated driver to the next; more than 0, fractions allowed. Default: 20. */
  readonly stepSeconds?: number
  /**
   * Minutes between the start of a driver and the ready time of a move booked from now on. Without a number the driver
   * sets out once the move is accepted.
   */
  readonly leadMinutes?: number
  /** `manual`: moves booked from now on advance only by `POST /practice/moves/<id>/step`. Default: `clock`. */
  readonly driver?: DriverBy
  /** `baseline` follows test/spec/service.md alone; `hopdrive` adds test/spec/provider.md. Default: `baseline`. */
  readonly profile?: PracticeProfile
  /** The client that may request tokens. Required by `hopdrive`, unused in the baseline. */
  readonly client?: Client
  /** The highest move number that a client knows, even from a lost practice file. New moves get only higher numbers. */
  readonly numbersAfter?: number
  /** `cut` listens for a moment to fix the port, and stops before `startPractice` resolves. Default: `up`. */
  readonly connection?: 'up' | 'cut'
  /** The process runs nothing else, so that the service may replace its global Request and Response. Default: false. */
  readonly isAlone?: boolean
}

export type PracticeService = {
  /** `http://127.0.0.1:<port>`, the same while the service runs, cut or not. */
  readonly url: string
  readonly token: string
  connection(): PracticeConnection
  /** Stops listening and ends every open connection, so clients find the connection refused. */
  cut(): Promise<void>
  /**
   * Listens again on the same port. Rejects with a message after `close`, or if another program took the port; the
   * service then stays cut.
   */
  restore(): Promise<void>
  /** Cuts or restores the connection; `lossy` restores it and loses the answer to the next booking. */
  setConnection(connection: PracticeConnection): Promise<void>
  /** Closes the service and its file, which can be opened again. */
  close(): Promise<void>
}

const STEP_SECONDS = 20

/** How much slower the driver of a move is whose answer got lost. */
const LOST_STEP_FACTOR = 60

/**
 * Starts the practice service on 127.0.0.1 in the profile `baseline` (test/spec/service.md) or `hopdrive`; both
 * profiles read the same file. Rejects with the errors of `openPracticeStore`, and with a plain `Error` if the port is
 * taken or an option is wrong.
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
    leadMinutes = null,
    profile = 'baseline',
    isAlone = false,
  } = options
  if (!(stepSeconds > 0 && Number.isFinite(stepSeconds))) throw new Error('stepSeconds must be a number above 0')
  if (token === '') throw new Error('the practice service needs a token')
  const tokens = profile === 'baseline' ? null : tokensFor(options)
  const store = openPracticeStore(file)
  let spell: RunningServer | null = null
  // `createApp` needs the port, which is known only after the server listens. No request reaches this placeholder,
  // because Node handles no connection between the start of listening and the assignment of the app.
  let answer: Parameters<typeof startServer>[1] = () => new Response(null, { status: 404 })

  const start = async (port: number): Promise<RunningServer> => {
    const began = await startServer(port, (...request) => answer(...request), isAlone)
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
  const practice: PracticeContext = {
    store,
    clock,
    random,
    stepSeconds,
    driver,
    leadMinutes,
    base: urlOf(port),
    answers: RESPONSES_BY_PROFILE[profile],
  }
  const app = createApp({ practice, token, log, tokens })
  // The move of a lost answer is in progress for as long as a person needs to find out about it.
  const slow = createApp({ practice: { ...practice, stepSeconds: stepSeconds * LOST_STEP_FACTOR }, token, log, tokens })
  let isLossy = false
  answer = async (request, bindings) => {
    if (!isLossy || !isCreation(request)) return app.fetch(request, bindings)
    const response = await slow.fetch(request, bindings)
    if (!response.ok) return response
    isLossy = false
    // The booking is stored, and the client sees the connection end without an answer.
    if (bindings !== undefined && 'incoming' in bindings) bindings.incoming.socket.destroy()
    return response
  }

  const cut = async () => {
    await spell?.stop()
    spell = null
  }
  let closed = false
  const restore = async () => {
    if (closed) throw new Error('The practice service was closed.')
    spell ??= await start(port)
  }
  let last: Promise<void> = Promise.resolve()
  /** Runs `cut`, `restore` and `close` one at a time, in the order of the calls. */
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const done = last.then(step)
    last = done.catch(() => undefined)
    return done
  }

  const service: PracticeService = {
    url: practice.base,
    token,
    connection: () => (spell === null ? 'cut' : isLossy ? 'lossy' : 'up'),
    cut: () => inTurn(cut),
    restore: () => inTurn(restore),
    setConnection: (connection) =>
      inTurn(async () => {
        await (connection === 'cut' ? cut() : restore())
        isLossy = connection === 'lossy'
      }),
    close: () =>
      inTurn(async () => {
        await cut()
        if (!closed) store.close()
        closed = true
      }),
  }
  if (options.connection === 'cut') await service.cut()
  return service
}

/** True for a request that books: its path alone ends with `-moves`. */
function isCreation({ method, url }: Request): boolean {
  return method === 'POST' && new URL(url).pathname.endsWith('-moves')
}

function tokensFor({ client, clock, random }: PracticeOptions): Tokens {
  if (client === undefined || client.id === '' || client.secret === '') {
    throw new Error('the profile hopdrive needs a client id and a client secret')
  }
  if (!(client.tokenSeconds > 0 && Number.isFinite(client.tokenSeconds))) {
    throw new Error('tokenSeconds must be a number above 0')
  }
  return createTokens(client, clock, random)
}

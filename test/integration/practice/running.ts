import { mkdtempSync, rmSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPractice, type PracticeOptions, type PracticeService } from '../../../electron/practice/service.ts'
import type { Clock } from '../../../electron/platform/clock.ts'
import type { LogEvent } from '../../../electron/platform/log-events.ts'
import type { Random } from '../../../electron/platform/random.ts'
import { fromMillis, toMillis, type UtcInstant } from '../../../shared/time/time.ts'

/** A parsed body, whose shape the tests check. */
export type Parsed = ReturnType<typeof JSON.parse>

/** A practice service over real HTTP and a real file, with a clock that only the test moves. */

export const TOKEN = 'a-token-of-the-tests'
export const START: UtcInstant = '2026-11-24T12:00:00Z'

export type TestClock = Clock & { set(at: UtcInstant): void; pass(seconds: number): void }

export function testClock(at: UtcInstant = START): TestClock {
  let ms = toMillis(at)
  return {
    now: () => fromMillis(ms),
    monotonic: () => ms,
    schedule: () => {
      throw new Error('the practice service keeps no timers')
    },
    set: (to) => (ms = toMillis(to)),
    pass: (seconds) => (ms += seconds * 1000),
  }
}

/** Chance that repeats from run to run. */
export function testRandom(): Random {
  let seed = 42
  return { fraction: () => (seed = (seed * 16807) % 2147483647) / 2147483647 }
}

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

export type Ask = {
  readonly method?: string
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Sends a request on a connection of its own. */
export function ask(url: string, { method = 'GET', token = TOKEN, headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((settle, refuse) => {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    const sent = request(url, { method, agent: false, headers: { ...authorization, ...headers } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', refuse)
      answer.on('end', () =>
        settle({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(pieces).toString('utf8'),
        }),
      )
    })
    sent.on('error', refuse)
    sent.end(body)
  })
}

export function post(url: string, body: unknown, more: Ask = {}): Promise<Answer> {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return ask(url, {
    method: 'POST',
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
    body: text,
  })
}

export type Running = {
  readonly service: PracticeService
  readonly clock: TestClock
  readonly events: LogEvent[]
  readonly file: string
  at(path: string): string
  /** Status and parsed body. */
  get(path: string): Promise<{ status: number; json: Parsed }>
  post(path: string, body: unknown): Promise<{ status: number; json: Parsed }>
  ledger(): Promise<Parsed[]>
  /** Ends the service and starts another over the same file. */
  restart(options?: Partial<PracticeOptions>): Promise<void>
  end(): Promise<void>
}

export async function running(options: Partial<PracticeOptions> = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'))
  const clock = testClock()
  const events: LogEvent[] = []
  const start = (more: Partial<PracticeOptions>) =>
    startPractice({
      file: join(folder, 'practice.db'),
      port: 0,
      token: TOKEN,
      clock,
      random: testRandom(),
      log: (event) => events.push(event),
      ...more,
    })
  let service = await start(options)
  const parsed = ({ status, text }: Answer) => ({ status, json: JSON.parse(text) })
  const at = (path: string) => `${service.url}${path}`
  return {
    get service() {
      return service
    },
    clock,
    events,
    file: join(folder, 'practice.db'),
    at,
    get: async (path) => parsed(await ask(at(path))),
    post: async (path, body) => parsed(await post(at(path), body)),
    ledger: async () => parsed(await ask(at('/practice/ledger'))).json,
    async restart(more = {}) {
      await service.close()
      service = await start(more)
    },
    async end() {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The request of 4.3 with every field given. */
export function pairBody() {
  return {
    appointment_time_utc: '2026-11-24 19:00:00',
    customer_name: 'Harriet Quill',
    customer_phone: '(804) 555-0142',
    customer_action: 'pickup',
    loaner_move: {
      dealer_contact: 'Dana R.',
      special_instructions: 'Keys at the desk\nAsk for Dana',
      reference_id: 'RO 10023 LK-3FA9C1D2L',
      vehicle: {
        stock: 'LN-7',
        vin: '1M8GDM9AXKP042788',
        year: '2024',
        make: 'Buick',
        model: 'Envista',
        color: 'Blue',
        manual: true,
      },
      pickup_location: {
        name: 'Northside Service lot',
        address_one: '4100 W Broad St',
        address_two: 'Bay 2',
        city: 'Richmond',
        state: 'VA',
        zip: '23230',
      },
    },
    customer_move: {
      dealer_contact: 'Sam P.',
      special_instructions: 'Gate code 0417',
      reference_id: 'RO 10023 LK-3FA9C1D2C',
      vehicle: {
        stock: 'C-1',
        vin: '1M8GDM9AXKP042789',
        year: '2019',
        make: 'Subaru',
        model: 'Outback',
        color: 'White',
        manual: false,
      },
      pickup_location: {
        name: 'Home',
        address_one: '210 S Mulberry St',
        address_two: 'Apt 4',
        city: 'Richmond',
        state: 'VA',
        zip: '23220',
      },
    },
  }
}

/** The flat request of 4.2 with every field given, and a destination in its instructions. */
export function oneWayBody() {
  return {
    ready_by_time_utc: '2026-11-24 19:00:00',
    dealer_contact: 'Dana R.',
    special_instructions: 'Keys at the desk\nDestination: Body shop, 12 Hull St, Unit 3, Richmond, VA 23224',
    reference_id: 'RO 10024 LK-77A0B1C2C',
    stock: 'S-9',
    vin: '1M8GDM9AXKP042790',
    year: '2021',
    make: 'Ford',
    model: 'Transit',
    color: 'Grey',
    manual: true,
    name: 'Northside Service lot',
    address_one: '4100 W Broad St',
    address_two: 'Bay 2',
    city: 'Richmond',
    state: 'VA',
    zip: '23230',
  }
}

/** Every required field of a body by its path, from test/spec/service.md#one-way and #pair-request. */
export const PAIR_REQUIRED = [
  'appointment_time_utc',
  'customer_name',
  'customer_phone',
  'customer_action',
  'loaner_move',
  'loaner_move.pickup_location',
  'loaner_move.pickup_location.name',
  'loaner_move.pickup_location.address_one',
  'loaner_move.pickup_location.city',
  'loaner_move.pickup_location.state',
  'loaner_move.pickup_location.zip',
  'customer_move',
  'customer_move.vehicle',
  'customer_move.vehicle.make',
  'customer_move.vehicle.model',
  'customer_move.vehicle.manual',
  'customer_move.pickup_location',
  'customer_move.pickup_location.name',
  'customer_move.pickup_location.address_one',
  'customer_move.pickup_location.city',
  'customer_move.pickup_location.state',
  'customer_move.pickup_location.zip',
]
export const PAIR_OPTIONAL = [
  ...['loaner_move', 'customer_move'].flatMap((half) =>
    ['dealer_contact', 'special_instructions', 'reference_id', 'vehicle.stock', 'vehicle.vin', 'vehicle.year']
      .concat(['vehicle.color', 'pickup_location.address_two'])
      .map((field) => `${half}.${field}`),
  ),
  'loaner_move.vehicle',
  'loaner_move.vehicle.make',
  'loaner_move.vehicle.model',
  'loaner_move.vehicle.manual',
]
export const ONE_WAY_REQUIRED = [
  'ready_by_time_utc',
  'make',
  'model',
  'manual',
  'name',
  'address_one',
  'city',
  'state',
  'zip',
]
export const ONE_WAY_OPTIONAL = [
  'dealer_contact',
  'special_instructions',
  'reference_id',
  'stock',
  'vin',
  'year',
  'color',
  'address_two',
]

/** A copy of a body with one field set, or taken out where the value is undefined. */
export function changed(body: object, path: string, value: unknown): Parsed {
  const copy = structuredClone(body) as Parsed
  const keys = path.split('.')
  const last = keys.pop() as string
  const holder = keys.reduce((at, key) => at[key], copy)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

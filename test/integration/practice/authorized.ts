import type { PracticeOptions } from '../../../electron/practice/service.ts'
import { ask, oneWayBody, pairBody, post, running, type Answer, type Parsed, type Running } from './running.ts'

/** A practice service in the profile `hopdrive`, and what a client of it sends. */

export const CLIENT = { id: 'lakeside', secret: 'a-secret-of-the-tests', tokenSeconds: 600 }

type JsonAnswer = { readonly status: number; readonly json: Parsed }

export type Authorized = {
  readonly desk: Running
  /** With the token of the last `authorize`. */
  send(method: string, path: string, body?: unknown): Promise<JsonAnswer>
  authorize(): Promise<string>
  /** A practice door, with the service's own token. */
  door(method: string, path: string, body?: unknown): Promise<JsonAnswer>
}

export async function authorized(options: Partial<PracticeOptions> = {}): Promise<Authorized> {
  const desk = await running({ profile: 'hopdrive', client: CLIENT, ...options })
  let token = ''
  const heard = ({ status, text }: Answer): JsonAnswer => ({ status, json: JSON.parse(text) })
  const call = (path: string, method: string, body: unknown, more: { token?: string }) =>
    body === undefined ? ask(desk.at(path), { method, ...more }) : post(desk.at(path), body, { method, ...more })
  const self: Authorized = {
    desk,
    send: async (method, path, body) => heard(await call(path, method, body, { token })),
    async authorize() {
      const asked = { client_id: CLIENT.id, client_secret: CLIENT.secret }
      const { status, json } = heard(await post(desk.at('/v1/authorize'), asked, { token: null }))
      if (status !== 200) throw new Error(`authorize answered ${status}`)
      token = json.access_token
      return token
    },
    door: async (method, path, body) => heard(await call(path, method, body, {})),
  }
  await self.authorize()
  return self
}

/** The one-way body of provider.md 5.1. */
export function nestedOneWay() {
  const { ready_by_time_utc, dealer_contact, stock, vin, year, make, model, color, manual } = oneWayBody()
  const { name, address_one, address_two, city, state, zip } = oneWayBody()
  return {
    rooftop: 12,
    third_party_payer: 7,
    duplicate_check: 'reference_num',
    ready_by_time_utc,
    move: {
      reference_num: 'RO 10024 LK-77A0B1C2C',
      dealer_contact,
      special_instructions: 'Keys at the desk',
      vehicle: { stock, vin, year, make, model, color, manual },
      pickup_location: { name, address_one, address_two, city, state, zip },
      delivery_location: {
        name: 'Body shop',
        address_one: '12 Hull St',
        address_two: 'Unit 3',
        city: 'Richmond',
        state: 'VA',
        zip: '23224',
      },
    },
  }
}

/** The body of provider.md 5.1 for a pair without a loaner. */
export function conciergeBody() {
  const { loaner_move, ...body } = numberedPair()
  return { ...body, customer_move: { ...body.customer_move, delivery_location: loaner_move.pickup_location } }
}

/** The pair's body of provider.md 5.1. */
export function numberedPair() {
  const { loaner_move, customer_move, ...body } = pairBody()
  const renamed = ({ reference_id, ...move }: typeof loaner_move) => ({ ...move, reference_num: reference_id })
  return {
    rooftop: 12,
    third_party_payer: 7,
    duplicate_check: 'vehicle_vin',
    ...body,
    loaner_move: renamed(loaner_move),
    customer_move: renamed(customer_move),
  }
}

import { PROFILE_FACTS, type ProviderProfile } from '../../shared/profile.ts'
import type { BookedMoves, Move } from '../../shared/move.ts'
import type { Chance } from './chance.ts'
import { spoilt, type Input } from './inputs.ts'
import { nastyText } from './nasty.ts'

/*
 * The text fields of both forms, said a second time and by hand: what each takes, where it is shown and where it is sent.
 * With them forms are filled in with texts that have broken a form, a store, a wire or a screen.
 */

export type Json = { readonly [name: string]: unknown }

/** A field of the form: what it takes, where it is shown, and where it is sent. */
type Field = {
  readonly max: number
  readonly required: boolean
  readonly note?: boolean
  readonly shown: (booking: BookedMoves) => string | null
  readonly sent: (body: Json, profile: ProviderProfile) => unknown
}

const moveOf = (booking: BookedMoves, role: Move['role']): Move => {
  const move = booking.moves.find((one) => one.role === role)
  if (move === undefined) throw new Error(`no ${role}`)
  return move
}
const into = (body: Json, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], body)

/** The fields of one move: its vehicle, the place where it is collected, its notes. */
function fieldsOf(
  role: Move['role'],
  at: (profile: ProviderProfile) => readonly string[],
  names: { readonly vehicle: string; readonly place: string | null; readonly notes: string; readonly open: boolean },
): Record<string, Field> {
  const flat = role === 'single'
  const sentIn = (part: 'vehicle' | 'pickup_location', name: string) => (body: Json, profile: ProviderProfile) =>
    into(body, ...at(profile), ...(flat && profile === 'baseline' ? [] : [part]), name)
  const vehicle = (name: 'stock' | 'make' | 'model' | 'color', max: number, required: boolean): Field => ({
    max,
    required,
    shown: (booking) => moveOf(booking, role).vehicle?.[name] ?? null,
    sent: sentIn('vehicle', name),
  })
  const place = (name: 'addressOne' | 'addressTwo' | 'city' | 'state', wire: string, max: number): Field => ({
    max,
    required: name !== 'addressTwo',
    shown: (booking) => moveOf(booking, role).pickup[name],
    sent: sentIn('pickup_location', wire),
  })
  return {
    [`${names.vehicle}.stock`]: vehicle('stock', 40, false),
    [`${names.vehicle}.make`]: vehicle('make', 60, !names.open),
    [`${names.vehicle}.model`]: vehicle('model', 60, !names.open),
    [`${names.vehicle}.color`]: vehicle('color', 40, false),
    ...(names.place === null
      ? {}
      : {
          [`${names.place}.addressOne`]: place('addressOne', 'address_one', 200),
          [`${names.place}.addressTwo`]: place('addressTwo', 'address_two', 120),
          [`${names.place}.city`]: place('city', 'city', 80),
          [`${names.place}.state`]: place('state', 'state', 40),
        }),
    [`${names.notes}.dealerContact`]: {
      max: 120,
      required: false,
      shown: (booking) => moveOf(booking, role).dealerContact,
      sent: (body, profile) => into(body, ...at(profile), 'dealer_contact'),
    },
    [`${names.notes}.specialInstructions`]: {
      max: 1000,
      required: false,
      note: true,
      shown: (booking) => moveOf(booking, role).specialInstructions,
      sent: (body, profile) => into(body, ...at(profile), 'special_instructions'),
    },
  }
}

const PAIR_FIELDS: Record<string, Field> = {
  'customer.name': {
    max: 120,
    required: true,
    shown: (booking) => booking.customerName,
    sent: (body) => body['customer_name'],
  },
  ...fieldsOf('customer', () => ['customer_move'], {
    vehicle: 'vehicle',
    place: 'place',
    notes: 'customerNotes',
    open: false,
  }),
  ...fieldsOf('loaner', () => ['loaner_move'], { vehicle: 'loaner', place: null, notes: 'loanerNotes', open: true }),
}
const ONE_WAY_FIELDS = fieldsOf('single', (profile) => (PROFILE_FACTS[profile].takesDestination ? ['move'] : []), {
  vehicle: 'vehicle',
  place: 'place',
  notes: 'notes',
  open: false,
})

const REFUSED: unique symbol = Symbol('refused')

/** What a field makes of a text, said a second time: what is kept, if anything is. Lengths are in characters. */
function kept(text: string, { max, required, note = false }: Field): string | null | typeof REFUSED {
  const trimmed = text.trim()
  if ([...text].length > 4 * max || [...trimmed].length > max || !trimmed.isWellFormed()) return REFUSED
  for (const char of trimmed) {
    if (note && '\t\n\r'.includes(char)) continue
    if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(char)) return REFUSED
  }
  if (required && !/[^\p{Cf}\p{Z}]/u.test(trimmed)) return REFUSED
  return trimmed === '' ? null : trimmed.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}

/** A text that a field was given, and what should become of it. */
type Wanted = { readonly path: string; readonly text: string; readonly value: string | null | typeof REFUSED }

/** A form as it was filled in. */
export type Filled = {
  readonly input: Input
  readonly wanted: readonly Wanted[]
  /** The fields that should be refused; none where all of it should be taken. */
  readonly refused: readonly string[]
  /** What is not as it should be, one line each, of a form that was taken: as it is shown, and as its request says it. */
  differences(shown: BookedMoves, body: Json, profile: ProviderProfile, contact: string | null): readonly string[]
}

/** Puts up to three such texts into one of two forms. */
export function fillIn(chance: Chance, forms: { readonly pair: Input; readonly oneWay: Input }): Filled {
  const pair = chance.upTo(1) === 0
  const fields = pair ? PAIR_FIELDS : ONE_WAY_FIELDS
  const texts = new Map<string, string>()
  for (let count = chance.upTo(2); count >= 0; count -= 1) {
    const path = chance.pick(Object.keys(fields))
    texts.set(path, nastyText(chance, fields[path]?.max ?? 0))
  }
  let input = pair ? forms.pair : forms.oneWay
  for (const [path, text] of texts) input = spoilt(input, path, text)
  const wanted = [...texts].map(([path, text]): Wanted => ({ path, text, value: kept(text, fields[path] as Field) }))
  return {
    input,
    wanted,
    refused: wanted.filter(({ value }) => value === REFUSED).map(({ path }) => path),
    differences: (shown, body, profile, contact) =>
      wanted.flatMap(({ path, value }) => {
        const field = fields[path] as Field
        // The rooftop's own contact stands in for a pair.
        const should = value ?? (pair && path.endsWith('dealerContact') ? contact : null)
        const isShown = field.shown(shown)
        const there = field.sent(body, profile) ?? null
        const added = !pair && profile === 'baseline' && path.endsWith('specialInstructions')
        const isSent = added
          ? typeof there === 'string' &&
            there.startsWith(value === null ? 'Destination: ' : `${String(value)}\nDestination: `)
          : there === should
        return [
          ...(isShown === should ? [] : [`${path} is shown as ${JSON.stringify(isShown)}`]),
          ...(isSent ? [] : [`${path} is sent as ${JSON.stringify(there)}`]),
        ]
      }),
  }
}

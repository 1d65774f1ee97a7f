import { expect, test } from 'vitest'
import { writeBooking } from '../../../electron/provider/wire.ts'
import { callSchemas } from '../../../shared/bridge.ts'
import { fieldIssues } from '../../../shared/issues.ts'
import type { BookedMoves, Move } from '../../../shared/move.ts'
import { PROFILE_FACTS, type ProviderProfile } from '../../../shared/profile.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/rooftop.ts'
import { seededChance } from '../../support/chance.ts'
import { openDeskStore } from '../../support/desk-store.ts'
import { openGoal } from '../../support/goals.ts'
import { oneWayInput, pairInput, spoilt, type Input } from '../../support/inputs.ts'
import { nastyText } from '../../support/nasty.ts'

type Json = { readonly [name: string]: unknown }

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

const REFUSED = Symbol('refused')

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

test('what a form is given is stored, shown and sent as it is, or refused by its field', () => {
  const goal = openGoal('G19', 'inputs: stored, shown and sent alike, or refused by field', { share: 0.15 })
  const chance = seededChance('g19-input-fuzz')
  const desk = openDeskStore()
  const schemas = callSchemas()
  const did = { inputs: 0, taken: 0, refused: 0 }
  while (did.inputs < goal.floor(10_000)) {
    const pair = chance.upTo(1) === 0
    const fields = pair ? PAIR_FIELDS : ONE_WAY_FIELDS
    const texts = new Map<string, string>()
    for (let count = chance.upTo(2); count >= 0; count -= 1) {
      const path = chance.pick(Object.keys(fields))
      texts.set(path, nastyText(chance, fields[path]?.max ?? 0))
    }
    let input: Input = pair ? pairInput() : oneWayInput()
    for (const [path, text] of texts) input = spoilt(input, path, text)
    const wanted = [...texts].map(([path, text]) => ({ path, text, value: kept(text, fields[path] as Field) }))
    const refused = wanted.filter(({ value }) => value === REFUSED).map(({ path }) => path)
    did.inputs += 1

    // As the bridge hands it over.
    const read = schemas.bookMove.safeParse(structuredClone(input))
    const says = JSON.stringify(wanted).slice(0, 600)
    if (!read.success) {
      did.refused += 1
      const issues = fieldIssues(read.error)
      expect(issues.map(({ path }) => path).sort(), says).toEqual(refused.sort())
      for (const { message } of issues) expect(message).toMatch(/^[A-Z].{5,150}\.$/)
      continue
    }
    expect(refused, says).toEqual([])
    const booked = desk.book(read.data)
    const shown = desk.moves.getBooking(booked.id)
    if (!shown.ok) throw new Error(shown.failure.message)
    const profile = chance.pick(['baseline', 'hopdrive'] as const)
    const bytes = Buffer.from(writeBooking(shown.value, { profile, rooftop: null }).body)
    const body = JSON.parse(bytes.toString('utf8')) as Json
    for (const { path, value } of wanted) {
      const { shown: show, sent } = fields[path] as Field
      // The rooftop's own contact stands in for a pair.
      const contact = pair && path.endsWith('dealerContact') ? PRACTICE_ROOFTOP.contact : null
      expect(show(shown.value), says).toBe(value ?? contact)
      const there = (sent(body, profile) ?? null) as string | null
      const added = !pair && profile === 'baseline' && path.endsWith('specialInstructions')
      if (added)
        expect(there?.startsWith(value === null ? 'Destination: ' : `${String(value)}\nDestination: `)).toBe(true)
      else expect(there, says).toBe(value ?? contact)
    }
    const newest = desk.moves.findMoves({ text: '', limit: 1 })
    expect(newest.ok && newest.value.moves[0]?.customerName).toBe(shown.value.customerName)
    // Whatever is searched for, the lookup answers.
    const searched = schemas.findMoves.safeParse({ text: wanted[0]?.text.slice(0, 200) ?? '', limit: 5 })
    if (searched.success) expect(desk.moves.findMoves(searched.data).ok).toBe(true)
    did.taken += 1
  }
  goal.held(
    {
      inputs: { did: did.inputs, floor: 10_000 },
      'stored, shown and sent': { did: did.taken, floor: 3000 },
      'refused by field': { did: did.refused, floor: 2000 },
    },
    chance.seed,
  )
})

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyRight } from '../../../electron/store/board/rights.ts'
import { appendDecision } from '../../../electron/store/tables/decisions.ts'
import { breachesOf, type Evidence, type HubBooking } from '../../support/board/judge.ts'
import type { LoggedBody } from '../../support/board/pictures.ts'
import { bodyOf, openReplicaDesk, replicate } from '../../support/board/replicas.ts'
import { noteFact } from '../../support/builders/added-facts.ts'
import { change, WHO } from '../../support/builders/amendment.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import type { DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* The judge of chaos sees each difference between the stores of the desks and the hub, in evidence that is doctored. */

const RIGHT = { owner: 'own', state: 'done', rev: 3, handedOver: false, takenFrom: null, epoch: 7 } as const
const DECISION = { kind: 'taken-over', who: WHO, why: null, detail: 'Front 2' } as const

/** The owner of a booking with a row in every list, and a desk with its replica; the hub has what the owner told. */
function openRooftop() {
  const [own, other] = [openReplicaDesk(), openReplicaDesk()]
  const booked = own.book(pairBooking(4))
  const entryId = entryOf(own.store, booked).id
  const [first, second] = booked.moves.map(({ id }) => id)
  withNumber(own, booked, 5_000)
  own.moves.requestCancellation([first ?? ''], WHO)
  own.moves.requestChange(second ?? '', change({ color: 'Blue' }), WHO)
  own.moves.addFact(booked.id, noteFact('Key is at the desk'), WHO)
  own.store.write((tx) => {
    appendDecision(tx, { entryId, at: START, ...DECISION })
    tx.sql('INSERT INTO former_numbers (move_id, number, replaced_at) VALUES (?, 4999, ?)').run(first, START)
  })
  const body = bodyOf(own, booked.id)
  replicate(other, body)
  for (const { store } of [own, other])
    store.write((tx) => copyRight(tx, entryId, { ...RIGHT, claimedAt: null, attempt: null }))
  const row: HubBooking = { booking: booked.id, logged: body, kept: body, late: [] }
  const evidence = (log: readonly HubBooking[]): Evidence => ({
    desks: [
      { role: 'own', file: join(own.folder, 'desk.db') },
      { role: 'other', file: join(other.folder, 'desk.db') },
    ],
    hub: [{ ...RIGHT, booking: booked.id, entry: entryId }],
    log,
    saved: new Map(),
    ledger: [],
    requests: [],
    processes: [],
  })
  return {
    own,
    other,
    id: booked.id,
    entryId,
    body,
    row,
    breaches: (log: readonly HubBooking[] = [row]) => breachesOf(evidence(log)),
  }
}

/** Changes the store of a desk as no step of the product does. */
function doctor({ store }: DeskStore, ...statements: readonly string[]): void {
  store.write((tx) => {
    for (const trigger of tx.sql(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all() as string[])
      tx.sql(`DROP TRIGGER ${trigger}`).run()
    for (const statement of statements) tx.sql(statement).run()
  })
}

type Json = null | string | number | readonly Json[] | { readonly [name: string]: Json }

/** Each copy of a value in which one leaf has another value, with the name of the leaf. */
function doctored(value: Json): readonly (readonly [name: string, copy: Json])[] {
  if (value === null || typeof value !== 'object') return [['', typeof value === 'number' ? value + 1 : `not ${value}`]]
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    return list.flatMap((one, at) => doctored(one).map(([name, copy]) => [name, list.with(at, copy)] as const))
  }
  return Object.entries(value).flatMap(([key, of]) =>
    doctored(of).map(([name, copy]) => [name === '' ? key : name, { ...value, [key]: copy }] as const),
  )
}

test('The judge takes an owner and a replica that have what the hub has', () => {
  expect(openRooftop().breaches()).toEqual([])
})

test('The judge names every value of a booking that the owner or the replica has otherwise than the hub', () => {
  const { body, row, breaches } = openRooftop()
  const copies = doctored(body)
  // A body without a row in some list would leave the columns of that list out.
  const formerNumbers = body.moves.flatMap((move) => move.formerNumbers)
  for (const list of [body.decisions, body.addedFacts, body.amendments, formerNumbers])
    expect(list.length).toBeGreaterThan(0)
  expect(copies.length).toBeGreaterThan(120)
  for (const [name, copy] of copies) {
    const doctoredBody = copy as unknown as LoggedBody
    const found = breaches([{ ...row, logged: doctoredBody, kept: doctoredBody }])
    expect(found, name).toEqual([expect.stringContaining('at own: '), expect.stringContaining('at other: ')])
    for (const line of found) expect(line).toContain(name)
  }
})

describe('A replica that is not as the log', () => {
  test.each([
    ['lacks the phone of the customer', 'booking.customer_phone is null', 'UPDATE bookings SET customer_phone = NULL'],
    ['has another VIN', 'vehicle.vin is "X"', `UPDATE vehicles SET vin = 'X'`],
    ['has no vehicle', 'vehicle.vin is missing', 'UPDATE moves SET vehicle_id = NULL'],
    ['has another ZIP code', 'pickup.zip is "0"', `UPDATE places SET zip = '0'`],
    ['lacks the number of the provider', '.number is null', 'UPDATE moves SET number = NULL'],
    ['lacks a former number', 'former number', 'DELETE FROM former_numbers'],
    ['has another state', 'entry.state is "held"', `UPDATE outbox SET state = 'held'`],
    ['lacks a decision', 'decision', 'DELETE FROM decisions'],
    [
      'has a decision twice',
      'is 2 and not 1',
      `INSERT INTO decisions (entry_id, at, kind, decided_by, why, detail)
       SELECT entry_id, at, kind, decided_by, why, detail FROM decisions WHERE kind = 'taken-over'`,
    ],
    ['lacks an added fact', 'added fact', 'DELETE FROM added_facts'],
    ['lacks a request', 'amendment', 'DELETE FROM amendments'],
    ['has another owner', 'right.owner is "third"', `UPDATE board_rights SET owner = 'third'`],
    ['has an older revision', 'right.rev is 2', 'UPDATE board_rights SET rev = 2'],
    ['has a consent that was taken back', 'right.handedOver is 1', 'UPDATE board_rights SET handed_over = 1'],
    ['lacks the right', 'right.owner is missing', 'DELETE FROM board_rights'],
  ])('The judge sees a replica that %s', (_, says, statement) => {
    const { own, other, breaches } = openRooftop()
    doctor(other, statement)
    expect(breaches()).toEqual([expect.stringMatching(/^replica: \S+ at other: /)])
    expect(breaches()[0]).toContain(says)
    doctor(own, statement)
    expect(breaches()).toHaveLength(2)
  })

  test('The judge sees a booking that a desk lacks, and one that the hub lacks', () => {
    const { own, row, breaches } = openRooftop()
    const id = 'b'.repeat(26)
    expect(breaches([row, { ...row, booking: id }]).filter((line) => line.includes(id))).toHaveLength(2)
    const unsaid = own.book(pairBooking(6)).id
    expect(breaches()).toEqual([`replica: ${unsaid} at own is not at the hub`])
  })
})

describe('When an owner last asked the provider', () => {
  test('The judge lets an owner have a later answer of the hour that it published, and no replica', () => {
    const { own, other, breaches } = openRooftop()
    const read = (desk: DeskStore, at: string) =>
      doctor(desk, `UPDATE moves SET provider_read_at = '${at}' WHERE number IS NOT NULL`)
    expect(START).toBe('2026-11-21T15:00:00Z')
    read(own, '2026-11-21T15:59:59Z')
    expect(breaches()).toEqual([])
    for (const at of ['2026-11-21T16:00:00Z', '2026-11-21T14:59:59Z']) {
      read(own, at)
      expect(breaches()).toEqual([expect.stringContaining(`provider_read_at is "${at}"`)])
    }
    read(own, START)
    for (const [at, count] of [
      ['2026-11-21T16:00:00Z', 0],
      ['2026-11-21T14:59:59Z', 1],
    ] as const) {
      doctor(own, `UPDATE moves SET polled_at = '${at}' WHERE number IS NOT NULL`)
      expect(breaches()).toHaveLength(count)
    }
    doctor(own, `UPDATE moves SET polled_at = provider_read_at`)
    read(other, '2026-11-21T15:59:59Z')
    expect(breaches()).toEqual([expect.stringContaining('at other: ')])
  })
})

describe('A hub whose table is not as its log', () => {
  test('The judge sees a value that the table has otherwise, and a booking without a line in the log', () => {
    const { row, body, breaches } = openRooftop()
    const logged = { ...body, booking: { ...body.booking, customer_phone: null } }
    expect(breaches([{ ...row, logged }])).toEqual([expect.stringMatching(/^hub: .* booking.customer_phone is "/)])
    expect(breaches([{ ...row, logged: null }])).toEqual([expect.stringContaining('in the table and not in the log')])
  })
})

describe('A decision of a desk that had the booking', () => {
  const LATE = { ...DECISION, detail: 'Front 3' }

  test('The judge lets a decision stay at its desk alone if that desk told the decision late', () => {
    const { own, id, entryId, row, breaches } = openRooftop()
    own.store.write((tx) => appendDecision(tx, { entryId, at: START, ...LATE }))
    expect(breaches()).toEqual([expect.stringContaining('is 1 and not missing')])
    const body = bodyOf(own, id)
    expect(breaches([{ ...row, late: [{ desk: 'other', body }] }])).toHaveLength(1)
    expect(breaches([{ ...row, late: [{ desk: 'own', body }] }])).toEqual([])
    // Two decisions of one second are alike, and both were told or only one of them.
    own.store.write((tx) => appendDecision(tx, { entryId, at: START, ...LATE }))
    expect(breaches([{ ...row, late: [{ desk: 'own', body }] }])).toEqual([
      expect.stringContaining('is 2 and not missing'),
    ])
    expect(breaches([{ ...row, late: [{ desk: 'own', body: bodyOf(own, id) }] }])).toEqual([])
  })

  test('The judge lets a takeover that was over at once stay at the desk that took over, which has the booking no more', () => {
    const { own, other, entryId, breaches } = openRooftop()
    other.store.write((tx) => appendDecision(tx, { entryId, at: START, ...LATE, kind: 'taken-over' }))
    expect(breaches()).toEqual([])
    own.store.write((tx) => appendDecision(tx, { entryId, at: START, ...LATE, kind: 'taken-over' }))
    expect(breaches()).toEqual([expect.stringMatching(/at own: .*taken-over.* is 1 and not missing/)])
  })
})

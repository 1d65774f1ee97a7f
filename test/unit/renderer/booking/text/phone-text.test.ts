import { afterEach, expect, test } from 'vitest'
import { describeFailure } from '../../../../../renderer/app/text/failure-text.ts'
import { describeUnreachable } from '../../../../../renderer/app/text/connection-text.ts'
import { describeMissing, describeOutcome } from '../../../../../renderer/booking/text/outcome-text.ts'
import { resolutionCard } from '../../../../../renderer/booking/text/resolution-text.ts'
import {
  afterCall,
  nameProvider,
  PHONE_PURPOSES,
  phonePurposes,
  phoneScript,
  providerByPhone,
  providerToCall,
  spellReference,
} from '../../../../../renderer/booking/text/phone-text.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'
import { ENTRY_STATES, type EntryState } from '../../../../../shared/outbox/entry-state.ts'
import { fail } from '../../../../../shared/result.ts'
import { addMinutes } from '../../../../../shared/time/time.ts'
import { addedFact, KIA, loanerFact } from '../../../../support/builders/added-facts.ts'
import { CONCIERGE, PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const AT = { rooftop: PRACTICE_ROOFTOP, now: START }
const NOBODY = { name: null, phone: null }
const HOPDRIVE = { name: 'HopDrive', phone: '+18045550142' }
const inState = (state: EntryState) => ({ ...PAIR, state, entry: { ...PAIR.entry, state } })

afterEach(() => nameProvider(NOBODY))

/** Sentences that tell a person to call the provider. */
const calls = (): readonly string[] => [
  describeFailure(fail('too-late', 'collected').failure),
  describeFailure(fail('not-possible', 'not-offered', { kind: 'cancel' }).failure),
  describeUnreachable('unreadable'),
  describeMissing({ ...PAIR.moves[0], number: { known: true, value: 7 } } as (typeof PAIR.moves)[number], 'Mon'),
  describeOutcome(
    { ...inState('in-doubt'), entry: { ...inState('in-doubt').entry, code: 'no-answer' } },
    { board: null, connection: { kind: 'up', since: START }, now: START },
  ),
]

test('Each sentence that tells a person to call names the provider and its phone, formatted', () => {
  nameProvider(HOPDRIVE)
  for (const sentence of calls()) expect(sentence).toMatch(/HopDrive (by phone )?at \(804\) 555-0142/)
  expect([providerToCall('them'), providerByPhone()]).toEqual([
    'HopDrive at (804) 555-0142',
    'HopDrive by phone at (804) 555-0142',
  ])
})

test('Without a name and a phone the sentences say "the driver service"', () => {
  expect(calls()).toEqual([
    'Already picked up. Call the driver service to change it.',
    "To cancel this, call the driver service with the move's number and reference.",
    'The reply could not be read. Ask the driver service by phone.',
    expect.stringContaining('Call them with reference'),
    "We didn't get a reply. It may already be booked, so don't book it again. Ask the driver service by phone and give the reference.",
  ])
  nameProvider({ name: null, phone: '+18045550142' })
  expect(providerToCall()).toBe('the driver service at (804) 555-0142')
  nameProvider({ name: 'HopDrive', phone: null })
  expect(providerByPhone()).toBe('HopDrive by phone')
})

test('The script to place a booking reads out the loaner that was added', () => {
  const booking = { ...inState('refused'), addedFacts: [addedFact(loanerFact())] }
  expect(phoneScript('place', booking, AT).join('\n')).toContain(`Loaner: LN-77 Kia Soul, VIN ${KIA.vin}, from`)
})

test('The script to place a booking reads out what the provider needs', () => {
  const booking = {
    ...inState('held'),
    customerPhone: '+18045550134',
    moves: PAIR.moves.map((move) => ({ ...move, dealerContact: 'Dana R.', specialInstructions: 'Gate code 4471' })),
  }
  const lines = phoneScript('place', booking, AT)
  const [first, second] = PAIR.moves.map(({ reference }) => spellReference(reference))
  expect(lines[0]).toBe(
    `This is ${PRACTICE_ROOFTOP.name}. I'd like to book a ${PAIR.action ?? ''} with a loaner by phone.`,
  )
  expect(lines[1]).toMatch(/^Appointment \w{3}.* \d+:\d\d [AP]M/)
  expect(lines.slice(2)).toEqual([
    `Customer: ${PAIR.customerName ?? ''}, (804) 555-0134.`,
    "Customer's car: 2019 Buick Enclave, VIN 1M8GDM9AXKP042788, from 212 S Mulberry St, Apt 4, Richmond, VA 23220 to 4100 W Broad St, Richmond, VA 23230.",
    'Loaner: LN-12, from 4100 W Broad St, Richmond, VA 23230 to 212 S Mulberry St, Apt 4, Richmond, VA 23220.',
    'Driver asks for: Dana R.',
    'Note for driver: Gate code 4471',
    `Our reference is ${first} and ${second}.`,
    'What is your reference number?',
  ])
})

test('The scripts to cancel and to change name the moves that are still driven, by number or reference', () => {
  const [customer, loaner] = PAIR.moves
  if (customer === undefined || loaner === undefined) throw new Error('no pair')
  const done = { known: true, value: START } as const
  const booking = {
    ...inState('booked'),
    moves: [
      { ...customer, number: { known: true, value: 70001 } as const },
      { ...loaner, stages: { ...loaner.stages, delivery_successful: done } },
    ],
  }
  const named = `move 70001, reference ${spellReference(customer.reference)}.`
  expect(phoneScript('cancel', booking, AT)[0]).toBe(`This is ${PRACTICE_ROOFTOP.name}. Please cancel ${named}`)
  expect(phoneScript('change', booking, AT)[0]).toBe(`This is ${PRACTICE_ROOFTOP.name}. Please change ${named}`)
  expect(phoneScript('cancel', inState('placed-by-phone'), AT)[0]).toContain(
    `the move with the reference ${spellReference(customer.reference)}, and the move with the reference ${spellReference(loaner.reference)}.`,
  )
  expect(phoneScript('find', booking, AT)[0]).toContain(
    `reference ${spellReference(customer.reference)} and ${spellReference(loaner.reference)}`,
  )
})

test('Nothing that may be at the provider, or may leave during the call, is placed by phone', () => {
  const purposes = Object.fromEntries(ENTRY_STATES.map((state) => [state, phonePurposes(inState(state), AT)]))
  const amend = ['find', 'cancel', 'change']
  expect(purposes).toEqual({
    waiting: [],
    sending: [],
    booked: amend,
    'booked-awaiting-number': amend,
    refused: ['place'],
    'in-doubt': ['find'],
    held: ['place'],
    withdrawn: [],
    'placed-by-phone': amend,
  })
  const unresolved = { ...inState('held'), entry: { ...inState('held').entry, unresolvedAttempt: true } }
  expect(phonePurposes(unresolved, AT)).toEqual(['find'])
  expect(phonePurposes(inState('waiting'), { ...AT, now: addMinutes(PAIR.readyBy.utc, -1) })).toEqual(['place'])
})

test('The script for a pair without a loaner asks for none and names one vehicle', () => {
  const script = phoneScript('place', { ...CONCIERGE, state: 'held' }, AT)
  expect(script[0]).toMatch(/I'd like to book a pickup without a loaner by phone\.$/)
  expect(script.join()).not.toContain('Loaner:')
  expect(phoneScript('place', { ...PAIR, state: 'held' }, AT)[0]).toContain('a pickup with a loaner')
})

test('Every script reads a reference in groups of four and leaves out what to do after the call', () => {
  for (const purpose of PHONE_PURPOSES) {
    const script = phoneScript(purpose, inState('booked'), AT).join('\n')
    expect(script).toContain('LK-7K2M-9QZX-C')
    expect(script).not.toContain('LK-7K2M9QZXC')
    expect(script).not.toContain(afterCall(purpose))
  }
})

test('The answer about a booking by phone names who booked it', () => {
  const { label } = resolutionCard('placed-by-phone', inState('waiting'))
  expect(label).toBe('The driver service booked it by phone')
})

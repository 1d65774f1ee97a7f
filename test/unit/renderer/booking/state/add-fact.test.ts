import { describe, expect, test } from 'vitest'
import { createAddFact } from '../../../../../renderer/booking/state/add-fact.ts'
import { createResolutions } from '../../../../../renderer/booking/state/resolutions.ts'
import type { Bridge } from '../../../../../shared/bridge/calls.ts'
import { fail, invalidInput, ok, type Result } from '../../../../../shared/result.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { KIA } from '../../../../support/builders/added-facts.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

/** The open dialog over a bridge that finds these duplicates and answers `added`. */
function opened({
  others = ok<readonly BookedMoves[]>([]),
  added = ok(PAIR),
  booking = PAIR,
}: {
  readonly others?: Result<readonly BookedMoves[]>
  readonly added?: Result<BookedMoves>
  readonly booking?: BookedMoves
} = {}) {
  const asked: unknown[] = []
  const bridge = {
    findReferenceDuplicates: (input: unknown) => {
      asked.push(input)
      return Promise.resolve({ ...others, asOf: 0 })
    },
    addFact: (input: unknown) => {
      asked.push(input)
      return Promise.resolve({ ...added, asOf: 0 })
    },
  } as unknown as Bridge
  const dialog = createAddFact(bridge, createResolutions(bridge))
  dialog.open(booking)
  dialog.type('who', 'Dana R.')
  return { dialog, asked }
}

describe('The dialog that adds a fact', () => {
  test('The dialog saves a repair order that no other booking of the day has', async () => {
    const { dialog, asked } = opened()
    dialog.type('reference', ' RO 501 ')
    expect(await dialog.save()).toBe(PAIR)
    expect(asked).toEqual([
      { bookingId: PAIR.id, reference: 'RO 501' },
      {
        bookingId: PAIR.id,
        fact: { kind: 'repair-order', reference: 'RO 501', alike: [] },
        who: 'Dana R.',
        promised: [],
      },
    ])
    expect(dialog.getState().bookingId).toBeNull()
  })

  test('The dialog asks about a promised loaner, and saves with the id of the other booking only after a second save', async () => {
    const fields = { kind: 'out', loaner: 'LN-11', bookingId: 'b-9', customerName: 'Ann', from: START, until: null }
    const { dialog, asked } = opened({
      added: fail('loaner-promised', 'loaner-promised', { ...fields, zone: 'America/New_York', at: START }),
    })
    dialog.choose('loaner')
    dialog.type('stock', 'LN-11')
    expect(await dialog.save()).toBeNull()
    dialog.type('who', 'Theo B.')
    expect(dialog.getState()).toMatchObject({ promised: ['b-9'], busy: false })
    expect(dialog.getState().alert).toMatch(/^LN-11 is with Ann from .*Choose another loaner, or add it anyway\.$/)
    await dialog.save()
    expect(asked.at(-1)).toMatchObject({ promised: ['b-9'], who: 'Theo B.' })
    dialog.type('stock', 'LN-12')
    expect(dialog.getState()).toMatchObject({ promised: [], alert: null })
  })

  test('The dialog asks about another booking with the repair order, and saves with its id only after a second save', async () => {
    const { dialog, asked } = opened({ others: ok([{ ...PAIR, id: 'b-9' }]) })
    dialog.type('reference', 'RO 501')
    expect(await dialog.save()).toBeNull()
    expect([asked.length, dialog.getState().others.map(({ id }) => id)]).toEqual([1, ['b-9']])
    dialog.goBack()
    expect([dialog.getState().others, dialog.getState().form.reference]).toEqual([[], 'RO 501'])
    expect(await dialog.save()).toBeNull()
    expect(await dialog.save()).toBe(PAIR)
    expect(asked.at(-1)).toMatchObject({ fact: { alike: ['b-9'] } })
  })

  test('The dialog saves nothing while the duplicates cannot be read', async () => {
    const { dialog, asked } = opened({ others: fail('busy', 'settings-busy') })
    dialog.type('reference', 'RO 501')
    expect(await dialog.save()).toBeNull()
    expect([asked.length, dialog.getState().busy]).toEqual([1, false])
    expect(dialog.getState().alert).toContain('settings')
  })

  test('The dialog marks a missing value and a missing name, and asks the desk nothing', async () => {
    const { dialog, asked } = opened()
    dialog.type('who', ' ')
    for (const [kind, field] of [
      ['repair-order', 'reference'],
      ['note', 'text'],
    ] as const) {
      dialog.choose(kind)
      expect(await dialog.save()).toBeNull()
      expect(Object.keys(dialog.getState().problems)).toEqual([field, 'who'])
    }
    dialog.type('who', 'Dana R.')
    expect(Object.keys(dialog.getState().problems)).toEqual(['text'])
    expect(asked).toEqual([])
  })

  test('The dialog begins with the present loaner, and marks the fields that the desk refuses', async () => {
    const known = { ...PAIR, moves: [aMove('customer'), aMove('loaner', { vehicle: { ...KIA, manual: false } })] }
    const issues = [{ path: 'fact.loaner.vin', code: 'emptied-at-provider' } as const]
    const { dialog, asked } = opened({ booking: known, added: invalidInput(issues) })
    dialog.choose('loaner')
    expect(dialog.getState().form).toMatchObject(KIA)
    dialog.type('vin', '')
    expect(await dialog.save()).toBeNull()
    expect(asked).toEqual([
      { bookingId: PAIR.id, fact: { kind: 'loaner', loaner: { ...KIA, vin: null } }, who: 'Dana R.', promised: [] },
    ])
    expect(dialog.getState().problems).toEqual({
      vin: "VIN can't be cleared. Enter the new vehicle's.",
    })
  })
})

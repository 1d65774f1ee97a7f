import { describe, expect, test } from 'vitest'
import { emptyForm } from '../../../../../renderer/scheduler/state/form.ts'
import { readReturn, resolveReturn, returnFormOf } from '../../../../../renderer/scheduler/state/return-time.ts'

const ZONE = 'America/New_York'
/** Tuesday noon; the pickup is on Wednesday at 2 PM. */
const AROUND = { now: '2026-11-24T17:00:00Z', pickup: '2026-11-25T19:00:00Z', zone: ZONE }

describe('The time of a return', () => {
  test.for([
    ['4:30p', '2026-11-25T21:30:00Z'],
    ['same day 4:30p', '2026-11-25T21:30:00Z'],
    ['fri 9a', '2026-11-27T14:00:00Z'],
    ['11/28 10:15 am', '2026-11-28T15:15:00Z'],
  ])('%s means %s: without a day, the day of the pickup', ([typed = '', utc]) => {
    expect(readReturn(typed, AROUND)).toMatchObject({ kind: 'known', utc })
  })

  test.for([
    ['', 'Enter the time of the return.'],
    ['same day', 'Add a time, like 4:30p.'],
    ['fri', 'Add a time, like 4:30p.'],
    ['1:30p', 'The return must be after the pickup. Choose a later time.'],
    ['2p', 'The return must be after the pickup. Choose a later time.'],
  ])('"%s" is refused: %s', ([typed = '', message]) => {
    expect(readReturn(typed, AROUND)).toEqual({ kind: 'unread', message })
  })

  test('`readReturn` asks which instant is meant where the clocks go back, and refuses a time that they skip', () => {
    const fall = { now: '2026-10-30T16:00:00Z', pickup: '2026-10-30T19:00:00Z', zone: ZONE }
    const asked = readReturn('11/1 1:30a', fall)
    expect(asked.kind).toBe('ask')
    const [first, second] = asked.kind === 'ask' ? asked.options : []
    expect(first && resolveReturn(first.reading, fall)).toMatchObject({ kind: 'known', utc: '2026-11-01T05:30:00Z' })
    expect(second && resolveReturn(second.reading, fall)).toMatchObject({ kind: 'known', utc: '2026-11-01T06:30:00Z' })
    const spring = { now: '2027-03-12T16:00:00Z', pickup: '2027-03-12T19:00:00Z', zone: ZONE }
    expect(readReturn('3/14 2:30a', spring).kind).toBe('unread')
  })

  test('`returnFormOf` takes over all of the pickup but its direction, its time and its window', () => {
    const pickup = {
      ...emptyForm(),
      customerName: 'Harriet Quill',
      spokenInput: 'tomorrow 9-11',
      date: '2026-11-25',
      time: '09:00',
      customerInstructions: 'Gate code 0417#\nTime window: 9–11 AM',
    }
    const back = returnFormOf(pickup, {
      date: '2026-11-25',
      time: '16:00',
      turn: null,
      window: { from: '16:00', to: '18:00' },
    })
    expect(back).toMatchObject({ kind: 'return', customerName: 'Harriet Quill', date: '2026-11-25', time: '16:00' })
    expect([back.spokenInput, back.customerInstructions]).toEqual(['', 'Gate code 0417#\nTime window: 4–6 PM'])
  })
})

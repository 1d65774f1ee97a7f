import { expect, test } from 'vitest'
import { countLoaners, loanerWords } from '../../../../../renderer/day/text/loaners-text.ts'
import type { LoanerState } from '../../../../../shared/booking/loaner-state.ts'

const ZONE = 'America/New_York'
const NOON = '2026-11-24T17:00:00Z'
const AROUND = { at: NOON, zone: ZONE, now: NOON, isToday: true }

const loaner = (kind: LoanerState['kind'], until: string | null, away: LoanerState['away'] = []): LoanerState => ({
  stock: 'LN-11',
  vin: null,
  year: null,
  make: 'Buick',
  model: 'Encore',
  name: 'LN-11 Buick Encore',
  kind,
  until,
  customerName: null,
  bookingId: null,
  away,
})

test('A loaner beside the day is free, leaves at a clock time, or is back today or on another day', () => {
  const words = (...of: Parameters<typeof loaner>) => loanerWords(loaner(...of), AROUND)
  expect(words('free', null)).toBe('free all day')
  expect(words('free', null, [{ from: '2026-11-24T14:00:00Z', to: '2026-11-24T15:00:00Z' }])).toBe('free now')
  expect(words('promised', '2026-11-24T18:16:00Z')).toBe('out 1:16 PM')
  expect(words('due', '2026-11-24T19:40:00Z')).toBe('back 2:40 PM')
  expect(words('out', '2026-11-27T19:40:00Z')).toBe('back Fri, Nov 27')
  expect(words('out', null)).toBe('out')
})

test('`countLoaners` counts the free loaners apart from all others', () => {
  const [free, out] = [loaner('free', null), loaner('out', null)]
  expect(countLoaners([free, free, out])).toBe('2 free · 1 out or booked')
  expect(countLoaners([out])).toBe('1 out or booked')
  expect(countLoaners([free])).toBe('1 free')
})

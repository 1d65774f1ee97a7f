import { expect, test } from 'vitest'
import { soakFrom } from '../../support/sim/soak.ts'

test('weeks at a desk whose link, machine, clock and tokens come and go, while the clocks go back', async () => {
  const rounds = await soakFrom('2026-10-25T00:00:00Z', 'autumn')
  expect(rounds.filter(({ applied, booked }) => applied < booked)).toEqual([])
})

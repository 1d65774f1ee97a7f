import { expect, test } from 'vitest'
import { soakFrom } from '../../support/sim/soak.ts'

test('weeks at a desk whose link, machine, clock and tokens come and go, while the clocks go forward', async () => {
  const rounds = await soakFrom('2027-03-14T06:00:00Z', 'spring')
  expect(rounds.filter(({ applied, booked }) => applied < booked)).toEqual([])
})

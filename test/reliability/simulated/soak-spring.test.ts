import { expect, test } from 'vitest'
import { soakFrom } from '../../support/sim/soak.ts'

test(
  'A simulated desk keeps its promises through fortnights of trouble in which the clocks go forward',
  { tags: ['g13'] },
  async () => {
    const rounds = await soakFrom('2027-03-14T06:00:00Z', 'spring')
    expect(rounds.filter(({ applied, booked }) => applied < booked)).toEqual([])
  },
)

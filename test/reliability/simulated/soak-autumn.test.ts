import { expect, test } from 'vitest'
import { soakFrom } from '../../support/sim/soak.ts'

test(
  'A simulated desk keeps its promises through fortnights of trouble in which the clocks go back',
  { tags: ['g13'] },
  async () => {
    const rounds = await soakFrom('2026-10-25T00:00:00Z', 'autumn')
    expect(rounds.filter(({ applied, booked }) => applied < booked)).toEqual([])
  },
)

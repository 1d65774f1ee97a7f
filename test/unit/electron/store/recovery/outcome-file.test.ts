import { expect, test } from 'vitest'
import { withoutNews, type PersistedOutcome } from '../../../../../electron/store/recovery/outcome-file.ts'
import { pairAnswer } from '../../../../support/builders/booked-moves.ts'
import { CHARGE_ANSWER } from '../../../../support/builders/move-news.ts'
import { verdictOf } from '../../../../support/builders/sent-request.ts'
import { START } from '../../../../support/fakes/system.ts'

test('`withoutNews` leaves out the news of each move alone, so that an outcome fits into the reserved space', () => {
  const booked = (told: object) => {
    const { proof, code, fields, providerMessage, status, response } = verdictOf(200, pairAnswer(told, told))
    const sent = { bookingId: 'booking', revision: 3, bytes: null, at: START, revokedGuaranteeAt: null }
    return { ...sent, proof, code, fields, providerMessage, status, response } satisfies PersistedOutcome
  }
  const details = Array.from({ length: 20 }, () => ({ name: 'Fuel', amount: 1, notes: 'n'.repeat(4_000) }))
  const told = booked({ driver_name: 'Nadia Rowe', charge: { ...CHARGE_ANSWER, details } })
  expect(told.proof).toBe('booked')
  expect(JSON.stringify(told)).toContain('Nadia Rowe')
  const kept = withoutNews(told)
  expect(JSON.stringify(kept)).not.toContain('Nadia Rowe')
  expect(JSON.stringify(kept).length).toBeLessThan(4_000)
  expect(kept).toMatchObject(withoutNews(booked({})))
  expect(withoutNews({ ...told, response: null })).toMatchObject({ response: null })
})

import { describe, expect, test } from 'vitest'
import { changeSchema } from '../../shared/outbox/amendment.ts'
import { behindProxy, idsOf, read } from '../support/desk/hopdrive-desk.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { sampleOf, type Toxic } from '../support/faults/toxics.ts'
import { UNUSED_NUMBERS } from '../support/faults/unused-numbers.ts'

const WHO = 'Dana R.'

/** The faults of one request on its way there and back. */
const TOXICS: readonly Toxic[] = [
  ...(['before', 'after'] as const).flatMap((when): readonly Toxic[] => [
    { type: 'cut', when, end: 'fin' },
    { type: 'cut', when, end: 'rst' },
    { type: 'limit-data', when, bytes: 30, end: 'rst' },
    { type: 'limit-data', when, bytes: -1, end: 'fin' },
    { type: 'status', when, status: 503, body: { errors: 'internal_server_error' } },
    { type: 'status', when, status: 408, body: 'none' },
    { type: 'status', when, status: 404, body: 'page' },
    { type: 'status', when, status: 200, body: 'page' },
    { type: 'truncated', when, bytes: -2, framing: 'too-long' },
    { type: 'foreign', when, numbers: UNUSED_NUMBERS, reference: null },
  ]),
  { type: 'corrupt', when: 'after', status: 202 },
  { type: 'corrupt', when: 'after', status: 500 },
]

describe.for(['cancel', 'change'] as const)('A %s request with an unknown outcome', (asks) => {
  test.for(sampleOf(TOXICS, (toxic) => toxic))(
    `A ${asks} request that meets %j is applied once, and repeated only if the provider did not apply it`,
    async (toxic) => {
      const at = await behindProxy({ ...toxic, match: { asks, nth: 1 } })
      const booking = await at.booked()
      const [moveId = ''] = idsOf(booking)
      const asked =
        asks === 'cancel'
          ? at.desk.requestCancellation([moveId], WHO)
          : at.desk.requestChange(moveId, changeSchema.parse({ color: 'Red', stock: 'S-9' }), WHO)
      expect(valueOf(asked).moves[0]?.amendments[0]?.state).toBe('waiting')
      await at.facts.next('amendment-closed', (fact) => fact.state === (asks === 'cancel' ? 'submitted' : 'completed'))
      expect(at.arrived(asks)).toHaveLength(toxic.when === 'after' ? 1 : 2)
      expect(at.applied(asks)).toBe(1)
      if (asks === 'change')
        expect(read(at, booking.id).moves[0]?.vehicle).toMatchObject({ color: 'Red', stock: 'S-9' })
    },
  )
})

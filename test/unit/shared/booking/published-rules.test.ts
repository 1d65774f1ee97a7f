import { describe, expect, test } from 'vitest'
import { describeFieldIssue } from '../../../../renderer/app/text/field-issue-text.ts'
import { parseBooking } from '../../../../shared/booking/booking.ts'
import { FIELD_ISSUE_CODES } from '../../../../shared/field-issues.ts'
import { oneWayInput, pairInput, spoilt, type Input } from '../../../support/builders/form-input.ts'

/*
 * The published rules of a request (test/spec/service.md#one-way, test/spec/service.md#pair-request,
 * test/spec/provider.md#request-fields). A booking that breaks one cannot be saved, so no rejection has to be predicted.
 */

const PLACE = ['name', 'addressOne', 'city', 'state', 'zip']
const VEHICLE = ['vehicle.make', 'vehicle.model', 'vehicle.manual']
const PAIR_FIELDS = ['action', 'appointment', 'customer.name', 'customer.phone', ...VEHICLE]
const ONE_WAY_FIELDS = ['readyBy', ...VEHICLE, ...PLACE.map((part) => `destination.${part}`)]

const required = (kind: string, input: Input, paths: readonly string[]) =>
  [...paths, ...PLACE.map((part) => `place.${part}`)].map((path) => [kind, path, input] as const)

describe('A published rule', () => {
  test.for([...required('pair', pairInput(), PAIR_FIELDS), ...required('one-way', oneWayInput(), ONE_WAY_FIELDS)])(
    'A %s without the required field %s is refused at that field',
    ([, path, input]) => {
      const read = parseBooking(spoilt(input, path))
      const issues = read.ok || read.failure.code !== 'invalid' ? [] : read.failure.issues
      expect(issues.map((issue) => issue.path)).toEqual([path])
    },
  )

  test.for(['2322', '232200', 'K1A 0B1'])('A ZIP that has not five digits, such as %s, is refused', (zip) => {
    const read = parseBooking(spoilt(pairInput(), 'place.zip', zip))
    expect(read).toMatchObject({ ok: false, failure: { issues: [{ code: 'zip-not-five-digits' }] } })
  })
})

test('No sentence about a field says that a provider refuses or wants a value', () => {
  for (const code of FIELD_ISSUE_CODES) {
    const fields = { max: 40, usual: 10, local: '2026-03-08T02:30', zone: 'America/New_York' }
    const words = describeFieldIssue({ path: 'customer.phone', code, fields })
    expect(words).not.toMatch(/provider (?:will|does|takes|refuses|accepts|wants)/i)
  }
})

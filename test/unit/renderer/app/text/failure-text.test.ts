import { afterEach, expect, test } from 'vitest'
import { describeFailure, LINK_HOSTS_LABEL } from '../../../../../renderer/app/text/failure-text.ts'
import { nameProvider } from '../../../../../renderer/booking/text/phone-text.ts'
import { fail } from '../../../../../shared/result.ts'

afterEach(() => nameProvider({ name: null, phone: null }))

test('A refused link names its host and the setting that would allow it, where a setting can', () => {
  const textFor = (host: string | null) => describeFailure(fail('not-allowed', 'foreign-link', { host }).failure)
  const words = textFor('track.example:8443')
  expect(words).toContain('add track.example:8443 in Settings')
  expect(words).toContain(LINK_HOSTS_LABEL)
  expect(words).toContain('provider.linkHosts')
  expect(textFor(null)).toBe('This link does not lead to the driver service, so it was not opened.')
})

test('A provider that cannot be left because of a doubt is named with its phone', () => {
  nameProvider({ name: 'HopDrive', phone: '+18045550142' })
  const { failure } = fail('open-bookings', 'open-bookings', { doubt: 1, addresses: ['https://api.example'] })
  expect(describeFailure(failure)).toContain('Ask HopDrive by phone at (804) 555-0142 about those to check')
})

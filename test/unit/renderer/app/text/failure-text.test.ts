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

test('A failure about the board names the desk, or says when a takeover is possible again', () => {
  const textFor = (...failed: Parameters<typeof fail>) => describeFailure(fail(...failed).failure)
  expect(textFor('not-possible', 'other-desk', { desk: 'Desk 2' })).toBe(
    'Desk 2 has this booking. Only that desk can change this.',
  )
  expect(textFor('not-possible', 'board-away')).toBe(
    'The board is away, so nothing can be taken over now. Try again when the board is back.',
  )
  expect(textFor('not-saved', 'board-notice-not-saved')).toMatch(/^The message could not be hidden: the disk is full/)
})

test('A provider that cannot be left because of a doubt is named with its phone', () => {
  nameProvider({ name: 'HopDrive', phone: '+18045550142' })
  const { failure } = fail('open-bookings', 'open-bookings', { doubt: 1, addresses: ['https://api.example'] })
  expect(describeFailure(failure)).toContain('Ask HopDrive by phone at (804) 555-0142 about those to check')
})

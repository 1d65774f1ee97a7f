import { expect, test } from 'vitest'
import { describeFailure, LINK_HOSTS_LABEL } from '../../../../../renderer/app/text/failure-text.ts'
import { fail } from '../../../../../shared/result.ts'

test('A refused link names its host and the setting that would allow it, where a setting can', () => {
  const textFor = (host: string | null) => describeFailure(fail('not-allowed', 'foreign-link', { host }).failure)
  const words = textFor('track.example:8443')
  expect(words).toContain('add track.example:8443 in Settings')
  expect(words).toContain(LINK_HOSTS_LABEL)
  expect(words).toContain('provider.linkHosts')
  expect(textFor(null)).toBe('This link does not lead to the provider, so it was not opened.')
})

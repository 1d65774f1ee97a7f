import { expect, test } from 'vitest'
import { problemsUnder } from '../../../../renderer/settings/state/settings-checks.ts'
import { formOf } from '../../../../renderer/settings/state/settings-form.ts'
import { BOOKING_LABELS, describeStep, NO_DEALERSHIP } from '../../../../renderer/settings/text/settings-text.ts'
import { credentialName, describeMissingCredential } from '../../../../renderer/settings/text/credential-text.ts'

test('What a person signs in with has the name of its field in each profile', () => {
  expect(credentialName('baseline')).toBe('token')
  expect(credentialName('hopdrive')).toBe('client secret')
  // Practice has no provider.
  expect(credentialName(undefined)).toBe('token')
  expect(describeMissingCredential('baseline')).toBe('Enter the API token.')
  expect(describeMissingCredential('hopdrive')).toBe('Enter the client secret.')
})

test('The first step of going live and a missing credential follow the chosen profile', () => {
  expect(describeStep('connect', 'baseline')).toContain('the address and the API token')
  expect(describeStep('connect', 'hopdrive')).toContain('the address, the client ID and the client secret')
  const form = formOf({
    provider: null,
    rooftop: null,
    token: 'missing',
    hasSecretStore: true,
    file: null,
    setByFile: [],
  })
  const missing = { address: 'Enter an address.', token: 'Enter the API token.' }
  expect(problemsUnder('hopdrive', missing, form)).toEqual({ ...missing, token: 'Enter the client secret.' })
  expect(problemsUnder('baseline', { token: 'Enter the client secret.' }, { ...form, profile: 'hopdrive' })).toEqual({
    token: 'Enter the API token.',
  })
  const other = { token: 'Paste it again.' }
  expect(problemsUnder('hopdrive', other, form)).toEqual(other)
})

test('The booking page in practice names the two settings as their fields do', () => {
  expect(NO_DEALERSHIP).toContain('at least 60 minutes before its ready time')
  expect(BOOKING_LABELS.notice).toBe('Send at least … min before ready time')
  expect(NO_DEALERSHIP).toContain('the buffer before an appointment is 30 minutes')
  expect(BOOKING_LABELS.margin).toBe('Buffer before appointment, min')
})

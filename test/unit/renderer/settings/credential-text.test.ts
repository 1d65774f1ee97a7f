import { expect, test } from 'vitest'
import { credentialName, describeMissingCredential } from '../../../../renderer/settings/text/credential-text.ts'

test('What a person signs in with has the name of its field in each profile', () => {
  expect(credentialName('baseline')).toBe('token')
  expect(credentialName('hopdrive')).toBe('client secret')
  // Practice has no provider.
  expect(credentialName(undefined)).toBe('token')
  expect(describeMissingCredential('baseline')).toBe('Enter the API token.')
  expect(describeMissingCredential('hopdrive')).toBe('Enter the client secret.')
})

import { expect, test } from 'vitest'
import {
  describeConnection,
  describeConnectionTest,
  describeUnreachable,
} from '../../../../../renderer/app/text/connection-text.ts'
import { CONNECTION_CAUSES } from '../../../../../shared/desk/connection.ts'
import { START } from '../../../../support/fakes/system.ts'

const DOWN = { kind: 'down', since: START, detail: null, fields: {}, until: null } as const

test('Only a network that needs a person is described with instructions and a retry every five minutes', () => {
  for (const cause of CONNECTION_CAUSES) {
    const description = describeConnection({ ...DOWN, cause })
    expect(description).not.toBe('')
    expect(/Open a browser.*every five minutes/.test(description)).toBe(
      ['unsafe-network', 'proxy-sign-in'].includes(cause),
    )
    expect(describeUnreachable(cause)).toMatch(/^[A-Z].*\.$/)
    // A connection test has no retry, so its text promises none.
    expect(describeConnectionTest({ good: false, cause, detail: null })).not.toContain('five minutes')
  }
})

test('A refused or missing sign-in leads to Settings for both ways to sign in, and a provider that is down is described as a fault', () => {
  for (const cause of ['token-missing', 'token-refused'] as const)
    expect(describeConnection({ ...DOWN, cause })).toMatch(/the sign-in of this computer.* See Settings\.$/i)
  expect(describeConnection({ ...DOWN, cause: 'token-refused', detail: 'refused-twice' })).toContain(
    'the sign-in is entered again in Settings',
  )
  // A `503` counts as down, too.
  expect(describeConnection({ ...DOWN, cause: 'provider-down' })).toContain("isn't responding")
})

test('An outcome that the disk refuses is described with the numbers to write down', () => {
  const description = describeConnection({
    ...DOWN,
    cause: 'disk',
    detail: 'outcome-unsaved',
    fields: { numbers: [7, 8] },
  })
  expect(description).toMatch(/^Booked as move 7 and 8, but that could not be saved.*Write the number down/)
})

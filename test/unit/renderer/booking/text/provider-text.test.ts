import { expect, test } from 'vitest'
import {
  describeDifference,
  formatLane,
  formatProviderPlace,
} from '../../../../../renderer/booking/text/provider-text.ts'

const ZONE = 'America/New_York'

test('`describeDifference` names the value and what the provider has in its place', () => {
  expect(describeDifference({ name: 'color', has: 'Green' }, ZONE)).toBe('Color: Green')
  expect(describeDifference({ name: 'dealerContact', has: null }, ZONE)).toBe('Contact: none')
  expect(describeDifference({ name: 'customerPhone', has: '+18045550135' }, ZONE)).toBe('Phone: (804) 555-0135')
  expect(describeDifference({ name: 'appointment', has: '2026-11-24T19:00:00Z' }, ZONE)).toContain('2:00 PM')
  expect(describeDifference({ name: 'appointment', has: 'Tuesday' }, ZONE)).toBe('Appointment: Tuesday')
})

test('A lane is named by the number in its address, and a place with the provider’s id', () => {
  expect(formatLane('https://provider.example/v1/lanes/77')).toBe('77')
  expect(formatLane('lane-a')).toBe('lane-a')
  expect(formatProviderPlace('4100 W Broad St', 12)).toBe('4100 W Broad St (location 12)')
  expect(formatProviderPlace('4100 W Broad St', null)).toBe('4100 W Broad St')
  expect(formatProviderPlace(null, 12)).toBe('location 12')
  expect(formatProviderPlace(null, null)).toBeNull()
})

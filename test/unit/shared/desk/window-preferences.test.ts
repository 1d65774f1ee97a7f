import { describe, expect, test } from 'vitest'
import { DEFAULT_APPEARANCE, placeOn, parseStoredPreferences } from '../../../../shared/desk/window-preferences.ts'

const SCREEN = { x: 0, y: 0, width: 1366, height: 728 }
const SECOND = { x: 1366, y: 0, width: 1920, height: 1040 }
const KEPT = { x: 100, y: 80, width: 1000, height: 600, maximized: false }

describe('`placeOn`', () => {
  test('A window opens again at its last place, on any screen', () => {
    expect(placeOn(KEPT, [SCREEN])).toEqual(KEPT)
    const there = { ...KEPT, x: 1500, maximized: true }
    expect(placeOn(there, [SCREEN, SECOND])).toEqual(there)
  })

  test('A window does not open again at a place where no screen shows its title bar', () => {
    for (const part of [{ x: 1500 }, { x: -950 }, { x: 1300 }, { y: -40 }, { y: 720 }]) {
      expect(placeOn({ ...KEPT, ...part }, [SCREEN])).toBeNull()
    }
    expect(placeOn(KEPT, [])).toBeNull()
  })

  test('A window opens no larger than its screen', () => {
    expect(placeOn({ ...KEPT, x: 0, y: 0, width: 4000, height: 3000 }, [SCREEN])).toMatchObject(SCREEN)
  })
})

test('`parseStoredPreferences` replaces an unreadable appearance or placement by its default and keeps the other', () => {
  for (const wrong of [null, 5, 'x', [], { appearance: { theme: 'pink' } }, { placement: { x: 'left' } }]) {
    expect(parseStoredPreferences(wrong)).toEqual({ appearance: DEFAULT_APPEARANCE, placement: null })
  }
  const appearance = { theme: 'dark', density: 'comfortable', singleKeys: false, firstSteps: false } as const
  // Older versions stored the appearance without `keysSeen`.
  expect(parseStoredPreferences({ appearance, placement: { x: 0 } })).toEqual({
    appearance: { ...appearance, keysSeen: false },
    placement: null,
  })
  expect(parseStoredPreferences({ appearance: 1, placement: KEPT })).toEqual({
    appearance: DEFAULT_APPEARANCE,
    placement: KEPT,
  })
})

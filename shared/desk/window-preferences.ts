import { z } from 'zod/mini'

/* Preferences of this PC for the window, independent of the provider. */

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const

/** Row height is 36 pixels for `comfortable` and 28 for `compact`. No click target is below 24 pixels. */
export const DENSITIES = ['compact', 'comfortable'] as const

export const appearanceSchema = z.strictObject({
  theme: z.enum(THEMES),
  density: z.enum(DENSITIES),
  /** Single letters and signs are commands while no field has the focus (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** The onboarding steps of a new desk are shown beside the form. */
  firstSteps: z.boolean(),
  /** The person has opened the sheet of keys from the onboarding steps. */
  keysSeen: z._default(z.boolean(), false),
})

export type Appearance = Readonly<z.output<typeof appearanceSchema>>

export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'system',
  density: 'compact',
  singleKeys: true,
  firstSteps: true,
  keysSeen: false,
}

const whole = z.int().check(z.minimum(-100_000), z.maximum(100_000))

/** Position and size of the window when not maximized, in pixels of the desktop that spans all screens. */
export const placementSchema = z.strictObject({
  x: whole,
  y: whole,
  width: z.int().check(z.minimum(1), z.maximum(100_000)),
  height: z.int().check(z.minimum(1), z.maximum(100_000)),
  maximized: z.boolean(),
})

export type Placement = Readonly<z.output<typeof placementSchema>>

// The rule takes `z.catch` for a method of a promise.
/* eslint-disable promise/valid-params */
const storedPreferencesSchema = z.object({
  appearance: z.catch(appearanceSchema, DEFAULT_APPEARANCE),
  placement: z.catch(z.nullable(placementSchema), null),
})
/* eslint-enable promise/valid-params */

/** The preferences as stored on this PC. `placement` is null if no placement is stored. */
export type StoredPreferences = Readonly<z.output<typeof storedPreferencesSchema>>

/** Reads the stored preferences. A part that cannot be read falls back to its default. */
export function parseStoredPreferences(json: unknown): StoredPreferences {
  const read = storedPreferencesSchema.safeParse(json)
  return read.success ? read.data : { appearance: DEFAULT_APPEARANCE, placement: null }
}

export type Area = Pick<Placement, 'x' | 'y' | 'width' | 'height'>

/** The part of the title bar that must be on a screen, so that a person can drag the window. */
const VISIBLE_MARGIN_PX = { width: 120, height: 24 }

/**
 * Returns the stored placement, no larger than the screen that shows its title bar; null if no screen shows the title
 * bar any more.
 */
export function placeOn(kept: Placement, screens: readonly Area[]): Placement | null {
  const screen = screens.find(
    (area) =>
      Math.min(kept.x + kept.width, area.x + area.width) - Math.max(kept.x, area.x) >= VISIBLE_MARGIN_PX.width &&
      kept.y >= area.y &&
      kept.y + VISIBLE_MARGIN_PX.height <= area.y + area.height,
  )
  if (screen === undefined) return null
  return { ...kept, width: Math.min(kept.width, screen.width), height: Math.min(kept.height, screen.height) }
}

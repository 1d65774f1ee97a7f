import { z } from 'zod'

/* How this workstation likes the desk to look and to be worked: kept on this PC, whatever provider it works with. */

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const

/** `comfortable` has rows of 36 pixels, `compact` of 28; no target is smaller than 24 in either. */
export const DENSITIES = ['compact', 'comfortable'] as const

export const appearanceSchema = z.strictObject({
  theme: z.enum(THEMES),
  density: z.enum(DENSITIES),
  /** Whether letters and signs without Ctrl are commands while no field has the focus (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** Whether the first steps of a new desk stand beside the form. */
  firstSteps: z.boolean(),
  /** Whether the keys were looked at from there. */
  keysSeen: z.boolean().default(false),
})

export type Appearance = Readonly<z.output<typeof appearanceSchema>>

export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'system',
  density: 'compact',
  singleKeys: true,
  firstSteps: true,
  keysSeen: false,
}

const whole = z.int().min(-100_000).max(100_000)

/** Where the window stood when it was not maximised, in the pixels of all screens together. */
export const placementSchema = z.strictObject({
  x: whole,
  y: whole,
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  maximized: z.boolean(),
})

export type Placement = Readonly<z.output<typeof placementSchema>>

const storedPreferencesSchema = z.object({
  appearance: appearanceSchema.catch(DEFAULT_APPEARANCE),
  placement: placementSchema.nullable().catch(null),
})

/** What a workstation remembers of its window. */
export type StoredPreferences = Readonly<z.output<typeof storedPreferencesSchema>>

/** Reads what was remembered; what cannot be read is as at first. */
export function parseStoredPreferences(json: unknown): StoredPreferences {
  const read = storedPreferencesSchema.safeParse(json)
  return read.success ? read.data : { appearance: DEFAULT_APPEARANCE, placement: null }
}

export type Area = Pick<Placement, 'x' | 'y' | 'width' | 'height'>

/** As much of the title bar must be on a screen that a person can take hold of the window there. */
const VISIBLE_MARGIN_PX = { width: 120, height: 24 }

/**
 * Where a window that stood at `kept` opens: there, no larger than the screen that shows its title bar. Null where no screen
 * does any more.
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

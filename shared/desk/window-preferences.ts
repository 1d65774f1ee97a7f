import { z } from 'zod'

/* The appearance and input preferences of this workstation, stored on this PC for any provider. */

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const

/** `comfortable` has rows of 36 pixels and `compact` of 28. No target is smaller than 24 in either. */
export const DENSITIES = ['compact', 'comfortable'] as const

export const appearanceSchema = z.strictObject({
  theme: z.enum(THEMES),
  density: z.enum(DENSITIES),
  /** Whether letters and signs without Ctrl are commands while no field has the focus (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** Whether the first steps of a new desk are shown beside the form. */
  firstSteps: z.boolean(),
  /** Whether a person opened the shortcut sheet from the first steps. */
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

/** The bounds of the window before it was maximized, in pixels across all screens. */
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

/** The stored preferences of a workstation's window. */
export type StoredPreferences = Readonly<z.output<typeof storedPreferencesSchema>>

/** Parses stored preferences. Unreadable values become the defaults. */
export function parseStoredPreferences(json: unknown): StoredPreferences {
  const read = storedPreferencesSchema.safeParse(json)
  return read.success ? read.data : { appearance: DEFAULT_APPEARANCE, placement: null }
}

export type Area = Pick<Placement, 'x' | 'y' | 'width' | 'height'>

/** How much of the title bar must be on a screen so that a person can drag the window. */
const VISIBLE_MARGIN_PX = { width: 120, height: 24 }

/**
 * Where a window with stored bounds `kept` opens: there, no larger than the screen that shows its title bar. Null if
 * no screen does.
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

import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, Result } from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Reasons for which axe leaves a rule open, each of them reviewed by a person: a background that axe cannot determine,
 * an empty field, a count of one digit, and arrows on keys, which are no letters. A new reason must be reviewed and added here;
 * tokens.test.ts checks the pairs of colors.
 */
const REVIEWED: readonly string[] = [
  'bgGradient',
  'bgOverlap',
  'elmPartiallyObscured',
  'elmPartiallyObscuring',
  'emptyValue',
  'nonBmp',
  'shortTextContent',
].map((why) => `color-contrast: ${why}`)

/** The four themes, each with how the system or the settings ask for it. */
export const THEMES = {
  light: { scheme: 'light', media: { contrast: 'no-preference', forcedColors: 'none' } },
  dark: { scheme: 'dark', media: { contrast: 'no-preference', forcedColors: 'none' } },
  'high contrast': { scheme: 'light', media: { contrast: 'more', forcedColors: 'none' } },
  'forced colors': { scheme: 'dark', media: { contrast: 'no-preference', forcedColors: 'active' } },
} as const satisfies Readonly<
  Record<string, { scheme: 'light' | 'dark'; media: NonNullable<Parameters<Page['emulateMedia']>[0]> }>
>

/** Why axe left a rule open, once for each reason. */
function openChecks({ id, nodes }: Result): readonly string[] {
  const reasons = nodes.flatMap(({ any }) =>
    any.map(({ data }) => (data as { messageKey?: string } | null)?.messageKey),
  )
  return [...new Set(reasons.length === 0 ? [''] : reasons)].map((why) => `${id}: ${why ?? ''}`)
}

/**
 * What axe finds on a page that stands still. axe leaves `heading-order` open only where a part of the page moved while
 * axe was reading, and then the page is read again.
 */
async function analyzeStill(page: Page): Promise<AxeResults> {
  for (let times = 1; ; times += 1) {
    // Legacy mode, because Electron cannot open the blank page in which axe otherwise ends its work.
    const found = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).analyze()
    if (times === 3 || !found.incomplete.some(({ id }) => id === 'heading-order')) return found
  }
}

/**
 * Asserts no violation in light and dark, and no open rule without a reviewed reason. `target-size` runs only if its
 * tag is named.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await analyzeStill(page)
    const said = found.violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
    expect(said, `${where}, ${colorScheme}`).toEqual([])
    const open = found.incomplete.flatMap(openChecks).filter((why) => !REVIEWED.includes(why))
    expect(open, `${where}, ${colorScheme}: left open`).toEqual([])
    expect([...found.passes, ...found.inapplicable].map((one) => one.id)).toContain('target-size')
  }
}

import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { Result } from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe cannot judge by itself, by its own word for why, each looked at by a person: of text over lines, or partly out of
 * sight in what scrolls or under a tooltip, it does not find the background; an empty field has no text, and the arrows on
 * keys are no letters. tokens.test.ts counts the pairs of colors. Whatever else it leaves open has to be looked at too, and
 * stand here.
 */
const REVIEWED: readonly string[] = [
  'bgGradient',
  'bgOverlap',
  'elmPartiallyObscured',
  'elmPartiallyObscuring',
  'emptyValue',
  'nonBmp',
].map((why) => `color-contrast: ${why}`)

/** Why axe left a rule open, once for each of its reasons. */
function openChecks({ id, nodes }: Result): readonly string[] {
  const reasons = nodes.flatMap(({ any }) =>
    any.map(({ data }) => (data as { messageKey?: string } | null)?.messageKey),
  )
  return [...new Set(reasons.length === 0 ? [''] : reasons)].map((why) => `${id}: ${why ?? ''}`)
}

/**
 * No violation in light and dark, and nothing left open that nobody has looked at. `target-size` must have run: it does so
 * only when its tag is named.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Legacy mode: Electron cannot open the blank page in which axe otherwise ends its work.
    const found = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).analyze()
    const said = found.violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
    expect(said, `${where}, ${colorScheme}`).toEqual([])
    const open = found.incomplete.flatMap(openChecks).filter((why) => !REVIEWED.includes(why))
    expect(open, `${where}, ${colorScheme}: left open`).toEqual([])
    expect([...found.passes, ...found.inapplicable].map((one) => one.id)).toContain('target-size')
  }
}

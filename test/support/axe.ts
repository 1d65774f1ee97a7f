import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe cannot judge by itself, each looked at by a person. Whatever else it leaves open has to be looked at too, and
 * stand here.
 */
const REVIEWED: ReadonlyMap<string, string> = new Map([
  ['color-contrast', 'text over what is see-through, or out of sight in what scrolls: tokens.test.ts counts the pairs'],
])

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
    const open = found.incomplete.map(({ id }) => id).filter((id) => !REVIEWED.has(id))
    expect(open, `${where}, ${colorScheme}: left open`).toEqual([])
    expect([...found.passes, ...found.inapplicable].map((one) => one.id)).toContain('target-size')
  }
}

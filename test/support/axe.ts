import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No violation in light and dark. `target-size` must have run: it does so only when its tag is named. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Legacy mode: Electron cannot open the blank page in which axe otherwise ends its work.
    const found = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).analyze()
    const said = found.violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
    expect(said, `${where}, ${colorScheme}`).toEqual([])
    expect([...found.passes, ...found.inapplicable].map((one) => one.id)).toContain('target-size')
  }
}

import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts'
import { expectAccessible, THEMES } from '../support/page/axe.ts'
import { drawnStyles } from '../support/page/drawn-styles.ts'
import { expectMeasure, RECORDS_MEASURES } from '../support/page/measures.ts'
import { bookForScreens, visitScreens } from '../support/page/screens.ts'
import type { PracticeProcess } from '../support/processes/processes.ts'
import { expect, test } from './window.ts'

/** A provider whose first reply to a booking is lost. */
async function losesFirstReply(judge: PracticeProcess): Promise<FaultProxy> {
  const proxy = await startFaultProxy(judge.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
  return proxy
}

test(
  'Every screen is drawn with six font sizes, three weights and the spaces of the grid, below at most one strip',
  RECORDS_MEASURES,
  async ({ open, judge }) => {
    const proxy = await losesFirstReply(judge)
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await page.setViewportSize({ width: 1366, height: 768 })
    await bookForScreens(page)
    const sizes = new Set<string>()
    const weights = new Set<string>()
    const otherTexts = new Set<string>()
    const offGrid = new Set<string>()
    let strips = 0
    await visitScreens(page, async (where) => {
      const drawn = await drawnStyles(page)
      for (const size of drawn.sizes) sizes.add(size)
      for (const weight of drawn.weights) weights.add(weight)
      for (const text of drawn.otherTexts) otherTexts.add(`${where}: ${text}`)
      for (const space of drawn.offGrid) offGrid.add(`${where}: ${space}`)
      strips = Math.max(strips, await page.locator('[data-testid^="strip-"]').count())
    })
    expect([...otherTexts]).toEqual([])
    expectMeasure({ what: 'font sizes of all screens', value: sizes.size, unit: 'sizes', bound: 6, is: 'most' })
    expectMeasure({ what: 'font weights of all screens', value: weights.size, unit: 'weights', bound: 3, is: 'most' })
    expect([...offGrid]).toEqual([])
    expectMeasure({ what: 'spaces off the grid', value: offGrid.size, unit: 'spaces', bound: 0, is: 'most' })
    expectMeasure({ what: 'strips above any screen', value: strips, unit: 'strips', bound: 1, is: 'most' })
    await proxy.close()
  },
)

for (const [theme, { scheme, media }] of Object.entries(THEMES)) {
  test(`Every screen passes axe in ${theme}`, RECORDS_MEASURES, async ({ open, judge }) => {
    const proxy = await losesFirstReply(judge)
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.emulateMedia(media)
    await bookForScreens(page)
    const passed: string[] = []
    await visitScreens(page, async (where) => {
      await expectAccessible(page, where, [scheme])
      passed.push(where)
    })
    expectMeasure({
      what: `screens that pass axe in ${theme}`,
      value: passed.length,
      unit: 'screens',
      bound: 16,
      is: 'least',
    })
    await proxy.close()
  })
}

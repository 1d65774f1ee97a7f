import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/page/axe.ts'
import { inDays, oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { errorBody } from '../../support/builders/sent-request.ts'
import {
  bookUnseen,
  field,
  goToSettings,
  save,
  setPracticeConnection,
  showTomorrow,
  statusBar,
  typedPair,
  typePair,
} from '../../support/page/desk-page.ts'
import { bodiesOf, startFaultProxy } from '../../support/faults/fault-proxy.ts'
import { switchedOff } from '../../support/page/disabled-contrast.ts'
import { expect, test } from '../window.ts'

const SCREENS = ['Control+1', 'Control+2', 'Control+3', 'Control+4', 'Control+,']
const heading = (page: Page) => page.locator('h1')

/** Shows a screen, on Day the one of tomorrow with `cards` bookings. */
async function goTo(page: Page, key: string, cards: number): Promise<void> {
  if (key === 'Control+2') await showTomorrow(page, cards)
  else await page.keyboard.press(key)
  await expect(heading(page)).toBeFocused()
}

/** A booking for tomorrow, so that the day screen shows it. */
const tomorrow = (number: number) => pairBooking(number, { appointment: inDays(1, '14:00') })

/** The number of bookings that `bookOffline` makes. */
const OFFLINE = 2

async function bookOffline(page: Page): Promise<void> {
  await setPracticeConnection(page, 'cut')
  await bookUnseen(page, tomorrow(1), tomorrow(2))
  await expect(statusBar(page)).toHaveAttribute('data-waiting', String(OFFLINE))
}

test(
  'The calendar, tooltip, zone list, palette, strip and status bar pass axe in light',
  { tag: '@item-3' },
  async ({ open }) => {
    const { page } = await open()
    await setPracticeConnection(page, 'cut')
    await typePair(page, typedPair(11))
    await save(page)
    await expect(page.locator('[data-testid="undo"]')).toBeVisible()
    await expect(page.locator('[data-testid="strip-offline"]')).toBeVisible()
    await expectAccessible(page, 'strip and status bar', ['light'])
    await page.getByRole('button', { name: /^Calendar/ }).press('Enter')
    await expect(page.getByRole('grid')).toBeVisible()
    await expectAccessible(page, 'calendar', ['light'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+,')
    const zone = page.locator('#setting-zone')
    await zone.press('Enter')
    await page.getByRole('option', { name: /Hawaii/ }).waitFor()
    await expectAccessible(page, 'a list that is folded out', ['light'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('link')
    await expect(page.getByRole('option', { name: /Retry connection/ })).toBeVisible()
    await expectAccessible(page, 'palette with what cannot be done', ['light'])
  },
)

test(
  'Text keeps its contrast where more contrast is asked for, also on disabled controls',
  { tag: '@item-4' },
  async ({ open }) => {
    const { page } = await open()
    await page.emulateMedia({ contrast: 'more' })
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more')
    await bookOffline(page)
    await expectAccessible(page, 'schedule, more contrast')
    for (const key of SCREENS.slice(1)) {
      await goTo(page, key, OFFLINE)
      await expectAccessible(page, `${key}, more contrast`)
    }

    /** Measures disabled text, which axe does not check. */
    const expectLegible = async (words: RegExp) => {
      for (const contrast of ['no-preference', 'more'] as const) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ contrast, colorScheme, reducedMotion: 'reduce' })
          await expect(page.locator('html')).toHaveAttribute('data-contrast', contrast === 'more' ? 'more' : 'usual')
          const off = await switchedOff(page)
          expect(off.filter((one) => words.test(one.words)).length, String(words)).toBeGreaterThan(0)
          expect(
            off.filter((one) => one.contrast < 4.5),
            `${colorScheme}, ${contrast}`,
          ).toEqual([])
        }
      }
    }
    await page.keyboard.press('Control+2')
    await page.keyboard.press('t')
    await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeDisabled()
    await expectLegible(/^Today/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('book return')
    await expect(page.getByRole('option', { name: /^Book return/ })).toBeDisabled()
    await expectLegible(/^Book return/)
  },
)

test(
  'Settings that a settings file disables keep a contrast of 4.5:1 in light and dark',
  { tag: '@item-4' },
  async ({ open }) => {
    const { page } = await open({ provider: { url: 'http://127.0.0.1:9', token: 'a-token' } })
    await goToSettings(page, 'Dealership')
    const zone = page.locator('#setting-zone')
    await expect(zone).toBeDisabled()
    const words = await zone.innerText()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const off = await switchedOff(page)
      expect(off.map((one) => one.words)).toContain(words)
      expect(off.filter((one) => one.contrast < 4.5)).toEqual([])
    }
  },
)

test(
  'The states not sent, sending, confirmed and on hold differ in words and in shape without color',
  { tag: '@item-17' },
  async ({ open, judge }, info) => {
    const proxy = await startFaultProxy(judge.url)
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    // The second booking of a car at one time is held.
    await bookUnseen(page, tomorrow(4), tomorrow(4))
    await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
    const hold = proxy.holdRequests({ asks: 'create' })
    await bookUnseen(page, tomorrow(8), tomorrow(12))
    await hold.arrived(1)
    expect(bodiesOf(proxy, 'create')).toHaveLength(2)
    await page.evaluate(() => (document.documentElement.style.filter = 'grayscale(1)'))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('buick')
    const pills = page.locator('[data-testid="hits"] [role="option"]')
    const drawn = new Map<string, string>()
    for (const words of ['Not sent', 'Sending', 'Confirmed', 'On hold']) {
      const pill = pills.filter({ hasText: words }).first()
      await expect(pill).toContainText(words)
      // The strokes are the shape without color.
      drawn.set(
        words,
        await pill
          .locator('svg')
          .first()
          .evaluate((icon) => icon.innerHTML),
      )
    }
    expect(new Set(drawn.values()).size).toBe(4)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+3')
    const rows = page.locator('[data-testid="results"] [data-testid="found-booking"]')
    for (const [width, height] of [
      [1366, 768],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const words of ['Not sent', 'Confirmed', 'On hold']) {
        const word = rows.getByText(words, { exact: true }).first()
        await expect(word).toBeVisible()
        const [whole, seen] = await word.evaluate((span) => [span.scrollWidth, span.clientWidth])
        expect(whole, `${words} at ${width}`).toBeLessThanOrEqual(seen ?? 0)
      }
    }
    await page.screenshot({ path: info.outputPath('states-in-grey.png') })
    await showTomorrow(page, 4)
    const cards = page.locator('[data-testid="day-booking"]')
    for (const words of ['Not sent', 'Sending', 'On hold']) {
      await expect(cards.getByText(words, { exact: true }).first()).toBeVisible()
    }
    await page.screenshot({ path: info.outputPath('states-of-a-day-in-grey.png') })
    await proxy.close()
  },
)

test(
  'Forced colors leave pills, focus, selection, fields and icons visible in colors of the system',
  { tag: '@item-21' },
  async ({ open }, info) => {
    const { page } = await open()
    await bookOffline(page)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const key of SCREENS) {
      await goTo(page, key, OFFLINE)
      const seen = await page.evaluate(() => {
        const style = (one: Element) => getComputedStyle(one)
        const named = (one: Element) => one.outerHTML.slice(0, 90)
        const bordered = [
          ...document.querySelectorAll('main button, main input:not([type="radio"], [type="checkbox"])'),
        ]
          .filter((one) => one instanceof HTMLElement && one.offsetWidth > 1 && one.closest('label') === null)
          // An icon button is visible by its icon.
          .filter((one) => one.querySelector('svg') === null)
          .filter((one) => style(one).borderStyle === 'none' && style(one.parentElement ?? one).borderStyle === 'none')
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.setProperty('forced-color-adjust', 'none')
        const colorOf = (color: string) => {
          probe.style.color = color
          return style(probe).color
        }
        const ofSystem = ['Canvas', 'CanvasText', 'Highlight', 'HighlightText', 'GrayText', 'transparent'].map(colorOf)
        const ofText = [...ofSystem.slice(1, -1), ...['ButtonText', 'LinkText'].map(colorOf)]
        probe.remove()
        // The mark of the app has filled shapes.
        const icons = [...document.querySelectorAll('svg:not([class*="mark"])')].filter(
          (one) => !ofText.includes(style(one).stroke),
        )
        // Parts that keep colors of their own take system colors.
        const own = [...document.querySelectorAll('body *:not(svg *)')]
          .filter((one) => style(one).getPropertyValue('forced-color-adjust') === 'none')
          .filter(
            (one) =>
              !ofSystem.includes(style(one).backgroundColor) ||
              (one.textContent !== '' && !ofSystem.includes(style(one).color)),
          )
        return { bordered: bordered.map(named), icons: icons.map(named), own: own.map(named) }
      })
      expect(seen, key).toEqual({ bordered: [], icons: [], own: [] })
      await page.screenshot({ path: info.outputPath(`forced-${key.replace('Control+', '')}.png`) })
    }
    // A disabled button has a dashed border and the system color GrayText.
    const shown = page.locator('[data-testid="day-booking"] [data-row]').first()
    await goTo(page, 'Control+2', OFFLINE)
    await expect(shown).toHaveCSS('border-bottom-style', 'solid')
    await shown.focus()
    await expect(shown).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('t')
    const off = page.getByRole('button', { name: 'Today' })
    await expect(off).toBeDisabled()
    await expect(off).toHaveCSS('border-style', 'dashed')
    const greyed = await off.evaluate((one) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'GrayText'
      const grey = getComputedStyle(probe).color
      probe.remove()
      return getComputedStyle(one).color === grey
    })
    expect(greyed).toBe(true)
    await goTo(page, 'Control+4', OFFLINE)
    const pill = page.locator('[data-testid="inbox-row"] [data-turn]').first()
    await expect(pill).toHaveCSS('border-style', 'solid')
    await page.keyboard.press('Tab')
    const ring = await page.evaluate(() => {
      const at = document.activeElement
      return at === null ? '' : getComputedStyle(at).outlineStyle
    })
    expect(ring).toBe('solid')
    await page.keyboard.press('Control+k')
    await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCSS('outline-style', 'solid')
  },
)

test('Reduced motion leaves no animation and no transition after any action', { tag: '@item-22' }, async ({ open }) => {
  const { page } = await open()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await setPracticeConnection(page, 'cut')
  await bookUnseen(page, tomorrow(3))
  await typePair(page, typedPair(17))
  const press = (...keys: readonly string[]) => keys.map((key) => [key, () => page.keyboard.press(key)] as const)
  const cards = (count: number) => () =>
    expect(page.locator('[data-testid="day-booking"]')).toHaveCount(count, { timeout: 5000 })
  const acts: readonly (readonly [what: string, act: () => Promise<unknown>])[] = [
    ['save', () => save(page)],
    ...press('Control+1', 'Control+3', 'Control+2', 'ArrowRight'),
    ['a day with cards', cards(2)],
    ...press('Tab', 'Tab', 'Tab', 'ContextMenu', 'Escape', 'Control+4', 'Control+,', 'Control+k', 'Escape', 'F1'),
    ...press('Escape', 'Control+n', 'Control+Enter'),
    ['link', () => setPracticeConnection(page, 'up')],
  ]
  for (const [what, act] of acts) {
    await act()
    const moving = await page.evaluate(async () => ({
      // The most animations in any frame of the 100 ms after the action.
      animations: await new Promise<number>((resolve) => {
        const since = performance.now()
        let most = 0
        const look = () => {
          most = Math.max(most, document.getAnimations().length)
          if (performance.now() - since < 100) requestAnimationFrame(look)
          else resolve(most)
        }
        look()
      }),
      slow: [...document.querySelectorAll('*')]
        .filter((one) => {
          const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one)
          const takes = transitionDuration.split(', ').some((time) => Number.parseFloat(time) > 0)
          return takes || animationName !== 'none' || scrollBehavior === 'smooth'
        })
        .map((one) => one.outerHTML.slice(0, 90)),
    }))
    expect(moving, what).toEqual({ animations: 0, slow: [] })
  }
})

/** The smallest window, 200 % on 1366 by 768, and 400 % on 1280 by 1024. */
const SMALL = [
  [720, 480],
  [683, 384],
  [320, 256],
] as const

/** Elements that scroll sideways, and controls beyond the right edge. */
const sideways = (page: Page) =>
  page.evaluate(() => ({
    page: Math.max(document.documentElement.scrollWidth - document.documentElement.clientWidth, 0),
    // A region that scrolls sideways must be focusable and named.
    inside: [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .filter((one) => one.tabIndex !== 0 || !one.hasAttribute('aria-label'))
      .map((one) => one.outerHTML.slice(0, 90)),
    beyond: [...document.querySelectorAll('button, input, textarea')]
      .filter((one) => one.closest('[role="region"], .unseen') === null)
      .filter((one) => one.getBoundingClientRect().width > 1 && one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => one.outerHTML.slice(0, 90)),
  }))

const NOTHING_WIDE = { page: 0, inside: [], beyond: [] }

test(
  'Only named regions scroll sideways at 200 % on 1366 by 768, at 320 by 256 and in the smallest window',
  { tag: '@item-23' },
  async ({ open }) => {
    const { page } = await open()
    await bookOffline(page)
    for (const [width, height] of SMALL) {
      await page.setViewportSize({ width, height })
      for (const key of SCREENS) {
        await goTo(page, key, OFFLINE)
        expect(await sideways(page), `${key} at ${width}`).toEqual(NOTHING_WIDE)
        if (width !== 720) continue
        // The parts above the screen leave it in sight in the smallest window.
        const { y = height } = (await heading(page).boundingBox()) ?? {}
        expect(y, key).toBeLessThan(height / 2)
      }
    }
    await page.setViewportSize({ width: 1366, height: 768 })
    await goTo(page, 'Control+1', OFFLINE)
    const pair = typedPair(11)
    await typePair(page, pair)
    await save(page)
    await typePair(page, { ...pair, name: 'Somebody Else' })
    for (const [key, fact] of [
      ['Control+Enter', 'duplicates'],
      ['Control+k', 'palette'],
      ['F1', 'shortcuts'],
    ] as const) {
      await page.keyboard.press(key)
      const dialog = page.locator(`[data-testid="${fact}"]`)
      await expect(dialog).toBeVisible()
      for (const [width, height] of SMALL) {
        await page.setViewportSize({ width, height })
        expect(await sideways(page), `${fact} at ${width}`).toEqual(NOTHING_WIDE)
        const buttons = dialog.getByRole('button')
        for (const button of await buttons.all()) {
          await button.scrollIntoViewIfNeeded()
          await expect(button, `${fact} at ${width}`).toBeInViewport({ ratio: 0.9 })
        }
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await goTo(page, 'Control+1', OFFLINE)
    await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
    await field(page, 'customerName').fill('Harriet Quill')
    await page.keyboard.press('Control+Enter')
    await expect(field(page, 'customerPhone')).toBeFocused()
    await expect(page.locator('[data-testid="errors"]')).toBeVisible()
  },
)

/** The bookings on each screen, which give text that could be cut off. */
const SHOWN: Readonly<Record<string, string>> = {
  'Control+3': '[data-testid="found-booking"]',
  'Control+2': '[data-testid="day-booking"]',
  'Control+4': '[data-testid="inbox-row"]',
}

/** The text spacing of WCAG 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** Text that is cut off and not whole in a title. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => one.innerText !== '' && one.closest('.unseen, [data-live-announcer], [aria-hidden]') === null)
      .filter((one) => {
        const { overflowX, overflowY } = getComputedStyle(one)
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        return (
          (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
          (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
        )
      })
      .filter((one) => {
        const told = plain(one.closest<HTMLElement>('[title]')?.title ?? '')
        // A title may say more between the words, such as the date of a weekday.
        const words = plain(one.innerText).split(' ')
        const ends = words.reduce((from, word) => {
          const at = from < 0 ? -1 : told.indexOf(word, from)
          return at < 0 ? -1 : at + word.length
        }, 0)
        return ends < 0
      })
      .map((one) => one.outerHTML.slice(0, 120))
  })

test(
  'Text with wider spacing is nowhere cut off, unless its title shows the whole',
  { tag: '@item-24' },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    await bookUnseen(page, tomorrow(1))
    await expect.poll(() => bodiesOf(proxy, 'create').length).toBe(1)
    const json = errorBody('address_invalid', 'That street is not on our map.')
    proxy.addToxic({ type: 'status', when: 'before', status: 422, body: { json }, match: { asks: 'create' } })
    await bookUnseen(page, tomorrow(2))
    await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
    const hold = proxy.holdRequests({ asks: 'create' })
    await bookUnseen(page, tomorrow(3))
    await hold.arrived(1)
    expect(bodiesOf(proxy, 'create')).toHaveLength(3)
    proxy.addConnectionToxic({ type: 'cut', end: 'fin' })
    proxy.disconnect()
    await expect(statusBar(page)).toHaveAttribute('data-attention', '2')
    await bookUnseen(page, tomorrow(4), oneWayBooking(5, { readyBy: inDays(1, '16:00') }))
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '2')
    // The policy refuses injected styles, but not a sheet that the page itself makes.
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, SPACED)
    for (const key of SCREENS) {
      await goTo(page, key, 5)
      const shown = SHOWN[key]
      if (shown !== undefined) await expect(page.locator(shown).nth(3)).toBeVisible()
      expect(await cutOff(page), key).toEqual([])
    }
    for (const [key, fact] of [
      ['Control+k', 'palette'],
      ['F1', 'shortcuts'],
    ] as const) {
      await page.keyboard.press(key)
      if (fact === 'palette') await page.keyboard.type('quill')
      await expect(page.locator(`[data-testid="${fact}"]`)).toBeVisible()
      expect(await cutOff(page), fact).toEqual([])
      await page.keyboard.press('Escape')
    }
    await proxy.close()
  },
)

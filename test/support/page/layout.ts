import type { Page } from '@playwright/test'

/** Faults of the drawn layout, each as a sentence with the name of its element. */

/** Parts of the page that scroll sideways, a text field excepted. */
export const sidewaysScrolls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('body, body *')]
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) || one === document.documentElement)
      .filter((one) => !one.matches('input, textarea') && one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.tagName.toLowerCase()}.${one.className} scrolls sideways`),
  )

/**
 * Texts that the window or a clipping element cuts. A text with an ellipsis at its own element or the parent of that is
 * whole in the tip of the window, and a text for screen readers alone has no size.
 */
export const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const cut: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const own = node.parentElement
      if (own === null || node.textContent?.trim() === '' || own.closest('.unseen, option, script, svg') !== null) {
        continue
      }
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      // The skip link stands above the window until the focus is on it.
      if (
        text.width <= 1 ||
        text.bottom < 0 ||
        !own.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue
      let isUnseen = false
      let scrolls = false
      let ends: HTMLElement | null = null
      for (let box: HTMLElement | null = own; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box)
        const clips = style.overflowX !== 'visible' && style.display !== 'inline'
        if (style.clipPath !== 'none' || (clips && box.clientHeight <= 1)) isUnseen = true
        // A part that scrolls shows the rest of its height on demand.
        scrolls ||= /auto|scroll/.test(style.overflowY)
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const isLow =
          !scrolls && /hidden|clip/.test(style.overflowY) && (text.bottom > bottom + 3 || text.top < top - 3)
        const isWide = text.left < (clips ? left : 0) - 1 || text.right > (clips ? right : innerWidth) + 1
        if (isWide || (isLow && style.display !== 'inline')) ends ??= box
      }
      if (isUnseen || ends === null) continue
      const isEllipsis = getComputedStyle(ends).textOverflow === 'ellipsis'
      const isTold = ends === own || ends === own.parentElement
      if (!isEllipsis || !isTold) cut.push(`"${(node.textContent ?? '').trim().slice(0, 60)}" is cut`)
    }
    return cut
  })

/**
 * Controls that lie on each other. A small control inside a field or row must be on top of that; a part that sticks to
 * an edge lies over what scrolls below.
 */
export const overlaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const CONTROLS =
      'a[href], button, input:not([type="radio"], [type="checkbox"]), select, textarea, label:has(input), [role="row"], ' +
      '[role="spinbutton"], summary'
    const stuck = (one: Element) => {
      for (let box: Element | null = one; box !== null; box = box.parentElement) {
        if (/sticky|fixed/.test(getComputedStyle(box).position)) return box
      }
      return null
    }
    const nameOf = (one: Element) =>
      `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? (one.textContent?.trim() || one.id)}`.slice(
        0,
        50,
      )
    const drawn = [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      const isSeen = one.checkVisibility({ visibilityProperty: true }) && one.closest('.unseen') === null
      if (!isSeen || width < 4 || height < 4 || getComputedStyle(one).clipPath !== 'none') return []
      let { left, top, right, bottom } = one.getBoundingClientRect()
      for (let box = one.parentElement; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'visible') continue
        const edge = box.getBoundingClientRect()
        left = Math.max(left, edge.left)
        top = Math.max(top, edge.top)
        right = Math.min(right, edge.right)
        bottom = Math.min(bottom, edge.bottom)
      }
      return right - left < 2 || bottom - top < 2 ? [] : [{ one, left, top, right, bottom, under: stuck(one) }]
    })
    const wrong: string[] = []
    for (const [at, a] of drawn.entries()) {
      for (const b of drawn.slice(at + 1)) {
        if (a.one.contains(b.one) || b.one.contains(a.one) || a.under !== b.under) continue
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (wide <= 1 || high <= 1) continue
        const inner = [a, b].find((own) => {
          const other = own === a ? b : a
          return (
            own.left >= other.left - 1 &&
            own.right <= other.right + 1 &&
            own.top >= other.top - 1 &&
            own.bottom <= other.bottom + 1
          )
        })
        const hit = inner && document.elementFromPoint((inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2)
        if (inner === undefined || (hit !== null && hit !== undefined && !inner.one.contains(hit))) {
          wrong.push(`${nameOf(a.one)} lies on ${nameOf(b.one)}`)
        }
      }
    }
    return wrong
  })

import type { Page } from '@playwright/test'

/** Disabled elements with text, and the lowest contrast of their words with the background. */
export type SwitchedOff = { readonly words: string; readonly contrast: number }

/** Runs in the page. */
function readOff(): readonly SwitchedOff[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number]
  const colourOf = (css: string): Colour => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number)
    return [red / 255, green / 255, blue / 255, alpha]
  }
  const over = ([r, g, b, a]: Colour, [r0, g0, b0]: Colour): Colour => [
    r * a + r0 * (1 - a),
    g * a + g0 * (1 - a),
    b * a + b0 * (1 - a),
    1,
  ]
  const around = (one: Element): readonly Element[] =>
    one.parentElement === null ? [one] : [one, ...around(one.parentElement)]
  /** The background of an element: every background around the element, from the page up. */
  const groundOf = (one: Element) =>
    around(one)
      .map((each) => colourOf(getComputedStyle(each).backgroundColor))
      .reduceRight((below, top) => over(top, below), [1, 1, 1, 1] as Colour)
  /** Relative luminance by WCAG 2. */
  const luminance = ([r, g, b]: Colour) => {
    const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  }
  const contrastOf = (one: Element) => {
    const ground = groundOf(one)
    const [red, green, blue, alpha] = colourOf(getComputedStyle(one).color)
    const faded = around(one).reduce((all, each) => all * Number(getComputedStyle(each).opacity), alpha)
    const [low = 0, high = 0] = [luminance(over([red, green, blue, faded], ground)), luminance(ground)].toSorted(
      (a, b) => a - b,
    )
    return (high + 0.05) / (low + 0.05)
  }
  const hasOwnText = (one: Element) =>
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')
  const off = document.querySelectorAll(':disabled, [data-disabled], [aria-disabled="true"]')
  return [...off].flatMap((one) => {
    const told = [one, ...one.querySelectorAll('*')].filter(hasOwnText)
    const seen = told.filter((part) => part.getBoundingClientRect().width > 1)
    if (seen.length === 0) return []
    const words = (one.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    return [{ words, contrast: Math.min(...seen.map(contrastOf)) }]
  })
}

/** Every disabled element on the screen, with the colors that the window drew. */
export const switchedOff = (page: Page): Promise<readonly SwitchedOff[]> => page.evaluate(readOff)

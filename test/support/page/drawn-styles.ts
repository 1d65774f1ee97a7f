import type { Page } from '@playwright/test'

/** What the texts and boxes of a screen are drawn with. */
export type DrawnStyles = {
  readonly sizes: readonly string[]
  readonly weights: readonly string[]
  /** Texts in a size or weight outside the design's. */
  readonly otherTexts: readonly string[]
  /** Paddings, margins and gaps that are not on the grid, with the element or rule. */
  readonly offGrid: readonly string[]
}

const SIZES = [11, 12, 13, 15, 16, 20]
const WEIGHTS = [400, 500, 600]

/** The 4 px grid with its half steps, and as wider steps the heights of a field and of the top bar. */
const GRID = [0, 2, 4, 6, 8, 12, 16, 20, 24, 32, 48]

/**
 * Reads the font sizes and weights of every rendered text, and the spaces of every rendered element. Reads the spaces
 * of all style sheets too, because states and widths that a walk does not show have rules as well.
 */
export function drawnStyles(page: Page): Promise<DrawnStyles> {
  return page.evaluate(
    ({ grid, allowedSizes, allowedWeights }) => {
      const SPACES = ['padding', 'margin'].flatMap((kind) =>
        ['top', 'right', 'bottom', 'left'].map((side) => `${kind}-${side}`),
      )
      // A length that depends on the width of the element is a column, not a space.
      const isOff = (text: string) =>
        !/calc\(.*%/.test(text) &&
        [...text.matchAll(/(-?[\d.]+)([a-z%]+)/g)].some(
          ([, size, unit]) => unit !== 'px' || !grid.includes(Math.abs(Number(size))),
        )
      const named = (one: Element) => one.outerHTML.slice(0, 100)
      // A text for screen readers alone is clipped away and draws nothing.
      const rendered = [...document.querySelectorAll<HTMLElement>('body, body *:not(svg, svg *)')].filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && one.closest('.unseen, [style*="inset(50%)"]') === null,
      )
      const hasText = (one: Element) =>
        one.matches('input:not([type="radio"], [type="checkbox"]), textarea') ||
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')
      const texts = rendered.filter(hasText).map((one) => {
        const { fontSize, fontWeight } = getComputedStyle(one)
        return { one, fontSize, fontWeight }
      })

      // A computed margin of `auto` stays `auto` here, whereas `getComputedStyle` has its used length.
      const ofElements = rendered.flatMap((one) => {
        const styles = one.computedStyleMap()
        return [...SPACES, 'row-gap', 'column-gap']
          .map((name) => `${name}: ${String(styles.get(name))}`)
          .filter(isOff)
          .map((space) => `${space} of ${named(one)}`)
      })

      const ofRules = (rules: CSSRuleList): readonly string[] =>
        [...rules].flatMap((rule) => {
          const inner = 'cssRules' in rule ? ofRules(rule.cssRules as CSSRuleList) : []
          if (!(rule instanceof CSSStyleRule)) return inner
          const spaces = [
            ...rule.style.cssText.matchAll(/(?:^|; )((?:padding|margin|(?:row-|column-)?gap)[a-z-]*: [^;]+)/g),
          ]
          return [
            ...inner,
            ...spaces.flatMap(([, space = '']) => (isOff(space) ? [`${space} of ${rule.selectorText}`] : [])),
          ]
        })
      return {
        sizes: [...new Set(texts.map(({ fontSize }) => fontSize))],
        weights: [...new Set(texts.map(({ fontWeight }) => fontWeight))],
        otherTexts: texts
          .filter(
            ({ fontSize, fontWeight }) =>
              !allowedSizes.includes(Number.parseFloat(fontSize)) || !allowedWeights.includes(Number(fontWeight)),
          )
          .map(({ one, fontSize, fontWeight }) => `${fontWeight} ${fontSize} of ${named(one)}`),
        offGrid: [...ofElements, ...[...document.styleSheets].flatMap((sheet) => ofRules(sheet.cssRules))],
      }
    },
    { grid: GRID, allowedSizes: SIZES, allowedWeights: WEIGHTS },
  )
}

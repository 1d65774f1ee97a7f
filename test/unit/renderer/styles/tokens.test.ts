import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Item 25 of the checklist: a visible part without text has a contrast of 3:1 to its ground, in every theme. */

const CSS = readFileSync(join(import.meta.dirname, '../../../../renderer/styles/tokens.css'), 'utf8')

type Color = readonly [red: number, green: number, blue: number]

/** The tokens of a block that have one color in light and one in dark. */
function tokensIn(selector: string): ReadonlyMap<string, readonly [light: string, dark: string]> {
  const block = CSS.slice(CSS.indexOf(`${selector} {`)).split('}', 1)[0] ?? ''
  const found = block.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]))
}

const USUAL = tokensIn(':root')
const MORE = new Map([...USUAL, ...tokensIn(":root[data-contrast='more']")])

function color(hex: string): Color {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/** Relative luminance by WCAG 2. */
function luminance(of: Color): number {
  const [red = 0, green = 0, blue = 0] = of.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(color(one)), luminance(color(other))].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const GROUNDS = ['surface', 'bg', 'chrome', 'sunken', 'raised']

/** The visible parts and their grounds. */
const SEEN: readonly (readonly [what: string, token: string, on: readonly string[]])[] = [
  ['The focus ring', 'accent', [...GROUNDS, 'accent-wash']],
  ['The lower edge of a field', 'edge', ['surface', 'bg', 'sunken', 'raised']],
  ['An icon button', 'ink-2', GROUNDS],
  ['A quiet button', 'accent', GROUNDS],
  ['The bar at a selected row', 'accent', ['surface', 'accent-wash']],
  ['A field with an error', 'bad', ['surface']],
  ['The loaner in a picture', 'loaner', ['surface', 'loaner-wash']],
  ["The customer's car in a picture", 'car', ['surface', 'car-wash']],
  ['The check in a field', 'ok', ['surface']],
]

const THEMES = [
  ['light', USUAL, 0],
  ['dark', USUAL, 1],
  ['light with more contrast', MORE, 0],
  ['dark with more contrast', MORE, 1],
] as const

describe.for(THEMES)('The theme "%s"', ([theme, tokens, place]) => {
  const of = (token: string) => {
    const pair = tokens.get(token)
    if (pair === undefined) throw new Error(`tokens.css has no ${token}`)
    return pair[place]
  }

  test.for(SEEN)(`%s has a contrast of 3:1 to its grounds in the theme "${theme}"`, ([, token, grounds]) => {
    for (const on of grounds) expect(contrast(of(token), of(on)), `${token} on ${on}`).toBeGreaterThanOrEqual(3)
  })

  test(`Text has a contrast of 4.5:1 to its grounds in the theme "${theme}"`, () => {
    const pairs = [
      ...['ink', 'ink-2', 'ink-3', 'accent'].flatMap((ink) => GROUNDS.map((on) => [ink, on] as const)),
      ...['accent', 'ok', 'warn', 'bad', 'practice'].map((state) => [state, `${state}-wash`] as const),
      ...['ok', 'warn', 'bad', 'practice'].map((state) => [state, 'surface'] as const),
      ['ink', 'mark'] as const,
      ['accent-ink', 'accent-solid'] as const,
      ['accent-ink', 'accent-solid-hover'] as const,
      ['warn-ink', 'warn-line'] as const,
    ]
    for (const [ink, on] of pairs) expect(contrast(of(ink), of(on)), `${ink} on ${on}`).toBeGreaterThanOrEqual(4.5)
  })
})

test('`contrast` follows WCAG, with 21 for black on white and 1 for a color on itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#1d4fd8', '#1d4fd8')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

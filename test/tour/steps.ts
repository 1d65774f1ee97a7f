import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/* What a tour prints, and the pictures that it takes. */

const OUT = join(import.meta.dirname, '../../out/tour')
/** Milliseconds between two keys, for people who watch; no step relies on them. */
export const KEY = 25
/** Milliseconds after each picture. */
const LOOK = 900

let step = 0
let wrong = 0

export function clearPictures(): void {
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
}

export async function picture(page: Page, name: string): Promise<void> {
  step += 1
  // No element looks hovered.
  await page.mouse.move(0, 0)
  const file = `${String(step).padStart(2, '0')}-${name}.png`
  await page.screenshot({ path: join(OUT, file) })
  console.log(`   picture out/tour/${file}`)
  await new Promise((resolve) => setTimeout(resolve, LOOK))
}

/** Prints what a step saw. */
export function saw(what: string, right: boolean): void {
  if (!right) wrong += 1
  console.log(`${right ? 'ok ' : 'NO '} ${what}`)
}

/** Returns how many steps saw something else than they should. */
export const wrongSteps = (): number => wrong

/** The text of an element in one line. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

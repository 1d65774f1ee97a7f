import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FRAME } from '../../../../renderer/app/text/frame-text.ts'

test('The page shows before its script what the window shows while the desk opens', () => {
  const page = readFileSync(join(process.cwd(), 'renderer/index.html'), 'utf8')
  const first = /<div id="root">(.*?)<\/div>/s.exec(page)?.[1] ?? ''
  expect(first.replaceAll(/\s*\n\s*/g, '')).toBe(
    `<main class="opening"><img src="./mark.svg" width="48" height="48" alt="" />` +
      `<h1>Lanekeeper</h1><p>${FRAME.opening}</p></main>`,
  )
})

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { save, typedPair, typePair } from '../../support/page/desk-page.ts'
import { breachesOf, expect, test } from '../window.ts'

/* These tests break on purpose what the fixture asserts of every test, and expect the fixture to notice. */

test(
  'The window fixture notices a warning, an error, a rejection, a broken policy and a foreign request',
  { tag: ['@item-39', '@item-40'] },
  async ({ open, profile }) => {
    const desk = await open()
    const { page } = desk
    expect(breachesOf([desk], profile)).toEqual([])
    await page.evaluate(() => {
      console.warn('planted warning')
      console.error('planted error')
      setTimeout(() => {
        throw new Error('planted page error')
      })
      void Promise.reject(new Error('planted rejection'))
      const image = new Image()
      image.src = 'https://elsewhere.example/pixel.png'
      document.body.append(image)
    })
    // Without the policy a request gets as far as the lock of the window.
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setBypassCSP', { enabled: true })
    await page.reload()
    await page.evaluate(() => fetch('https://elsewhere.example/').catch(() => {}))
    for (const planted of [
      'warning: planted warning',
      'error: planted error',
      'page error: planted page error',
      'page error: planted rejection',
      'error: broken policy: img-src https://elsewhere.example/pixel.png',
      'foreign request: https://elsewhere.example/',
    ]) {
      await expect.poll(() => breachesOf([desk], profile)).toContain(planted)
    }
    desk.forgive()
    expect(breachesOf([desk], profile)).toEqual([])
  },
)

test(
  'The log holds no personal data of a booking, and the window fixture notices planted data',
  { tag: '@item-40' },
  async ({ open, profile }) => {
    const desk = await open()
    const pair = typedPair(31)
    await typePair(desk.page, pair)
    await save(desk.page)
    await expect(desk.page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
    const log = join(profile, 'logs', 'desk.log')
    const before = readFileSync(log, 'utf8')
    expect(before).toContain('"event":"send-settled"')
    expect(breachesOf([desk], profile)).toEqual([])
    for (const personal of [pair.name, pair.phone, '+18045550131', pair.vin, pair.street]) {
      appendFileSync(log, `${JSON.stringify({ event: 'planted', personal })}\n`)
      expect(breachesOf([desk], profile), personal).toHaveLength(1)
      writeFileSync(log, before)
    }
  },
)

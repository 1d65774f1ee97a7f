import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { expectAccessible } from '../../support/page/axe.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { bookUnseen, find, setPracticeConnection, statusBar } from '../../support/page/desk-page.ts'
import { addMoves } from '../../support/builders/many-rows.ts'
import type { DeskWindow } from '../../support/page/window.ts'
import { expect, test } from '../window.ts'

const MOVES = 50_000
const HEIGHT = 768

const list = (page: Page) => page.locator('#results')

/** The attributes of the list, and whether they agree with the document. */
async function look(page: Page) {
  return list(page).evaluate((grid) => {
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    const frame = grid.getBoundingClientRect()
    const titles = grid.querySelector('[role="row"]:has([role="columnheader"])')
    const top = titles?.getBoundingClientRect().bottom ?? 0
    const rows = [...grid.querySelectorAll<HTMLElement>('[role="rowgroup"] > [role="row"]')]
    const seen = rows.map((row) => ({ row, at: row.getBoundingClientRect() }))
    const whole = seen.filter(({ at }) => at.top >= top - 1 && at.bottom <= frame.bottom + 1)
    const index = (row: Element | null | undefined) => Number(row?.getAttribute('aria-rowindex'))
    const gaps = seen.slice(1).filter(({ row, at }, nth) => {
      const before = seen[nth]
      if (before === undefined || index(row) !== index(before.row) + 1) return false
      return Math.abs(at.top - before.at.bottom) > 0.5
    })
    return {
      isThere: active !== null && grid.contains(active) && active.getAttribute('role') === 'row',
      isSeen: whole.some(({ row }) => row === active),
      selected: grid.querySelectorAll('[aria-selected="true"]').length,
      isSelected: active?.getAttribute('aria-selected'),
      rowcount: Number(grid.getAttribute('aria-rowcount')),
      rowindex: index(active),
      number: active?.dataset['numbers'],
      titleindex: index(titles),
      // The rows fill the height of the list without a blank.
      isFull: whole.length * (seen.at(-1)?.at.height ?? 0) > frame.bottom - top - 2 * (seen.at(-1)?.at.height ?? 0),
      whole: whole.length,
      gaps: gaps.length,
      isFocused: document.activeElement === grid,
      stops: grid.querySelectorAll('[tabindex], a[href], button, input').length,
      cells: [...new Set(rows.map((row) => row.querySelectorAll(':scope > [role="gridcell"]').length))],
      rows: rows.length,
    }
  })
}

/** A desk with a cut link and so many moves, the first of which was booked over the bridge. */
async function openWith(moves: number, profile: string, open: () => Promise<DeskWindow>): Promise<DeskWindow> {
  const first = await open()
  await setPracticeConnection(first.page, 'cut')
  await bookUnseen(first.page, oneWayBooking(1))
  await expect(statusBar(first.page)).toHaveAttribute('data-waiting', '1')
  await first.close()
  addMoves(join(profile, 'practice-desk.db'), moves - 1)
  return open()
}

test(
  `The list of ${MOVES.toLocaleString('en-US')} bookings is one stop, is walked by keys, and always names an existing row by its place`,
  { tag: '@item-8' },
  async ({ open, profile }) => {
    const { page } = await openWith(MOVES, profile, open)
    await page.setViewportSize({ width: 1366, height: HEIGHT })
    await page.keyboard.press('Control+3')
    await expect(page.locator('[data-testid="count"]')).toHaveText('50,000 of 50,000 bookings')
    await list(page).focus()
    const standsAt = async (place: number, what: string) => {
      // The row is named at once, and scrolled into sight a frame later.
      const expected = {
        // The titles and the head of the group stand before the first row.
        rowindex: place + 2,
        isThere: true,
        isSeen: true,
        selected: 1,
        isSelected: 'true',
        rowcount: MOVES + 2,
        titleindex: 1,
        // The waiting booking has no number yet.
        number: place === 1 ? '' : String(500_000 + place - 1),
        isFull: true,
        gaps: 0,
        isFocused: true,
        stops: 0,
      }
      await expect.poll(() => look(page), what).toMatchObject(expected)
      const now = await look(page)
      expect(now.rows, what).toBeLessThan(100)
      return now
    }
    const press = async (key: string, place: number) => {
      await page.keyboard.press(key)
      return standsAt(place, `${key} to ${place}`)
    }

    const { whole } = await standsAt(1, 'at first')
    expect(whole).toBeGreaterThan(5)
    await press('End', MOVES)
    await press('ArrowDown', MOVES)
    await press('PageUp', MOVES - whole)
    await press('ArrowUp', MOVES - whole - 1)
    await press('PageUp', MOVES - 2 * whole - 1)
    await press('PageDown', MOVES - whole - 1)
    await press('Home', 1)
    await press('ArrowUp', 1)
    await press('ArrowDown', 2)
    await press('PageDown', 2 + whole)
    // A held key passes by rows that are not read yet.
    for (let nth = 0; nth < 200; nth += 1) await page.keyboard.press('PageDown')
    await standsAt(2 + 201 * whole, '200 times PageDown')
    await expectAccessible(page, 'a list of 50,000')
    // The active row stays in the document when the mouse scrolls far away.
    await list(page).evaluate(async (grid) => {
      grid.scrollTo(0, grid.scrollHeight / 2)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    // Rows are drawn at once, also before they are read.
    expect(await look(page)).toMatchObject({ isThere: true, isFull: true, gaps: 0, cells: [9] })
    await expect(page.locator('[data-testid="found-booking"]').nth(5)).toBeVisible()
    await expect(page.locator('[data-testid="placeholder"]')).toHaveCount(0)
    expect(await look(page)).toMatchObject({ isThere: true, isSeen: false, isFull: true, gaps: 0, selected: 1 })
    const near = await page.locator('[data-testid="found-booking"]').nth(20).getAttribute('aria-rowindex')
    expect(Math.abs(Number(near) - MOVES / 2)).toBeLessThan(100)
    await press('ArrowUp', 1 + 201 * whole)
    await press('End', MOVES)
    // A notice above the list makes the list lower, as a lower window does.
    await page.setViewportSize({ width: 1366, height: HEIGHT - 50 })
    await standsAt(MOVES, 'in a lower window')

    // A search gives a list of its own, which says that it is cut.
    await find(page, 'nora')
    await expect(page.locator('[data-testid="count"]')).toHaveText('More than 50 of 50,000 bookings. Type more')
    await list(page).focus()
    await page.keyboard.press('End')
    await expect.poll(() => look(page)).toMatchObject({ isThere: true, isSeen: true, rowcount: 52, rowindex: 52 })
    // Two letters that the index does not have yet are searched in the newest moves alone, and an empty result says so.
    await find(page, 'zq')
    await expect(page.getByRole('heading', { name: "Not among the newest bookings: 'zq'" })).toBeVisible()
    await expect(page.locator('[data-testid="count"]')).toHaveText('None of the newest of 50,000 bookings. Type more')
    await find(page, 'RO 100777')
    await expect.poll(() => look(page)).toMatchObject({ isThere: true, rowcount: 3, rowindex: 3, number: '500777' })
  },
)

test(
  'A list keeps its rows and its place until the bookings saved meanwhile are asked for',
  { tag: '@item-8' },
  async ({ open, profile }) => {
    const { page } = await openWith(1_000, profile, open)
    await page.keyboard.press('Control+3')
    await list(page).focus()
    await page.keyboard.press('End')
    await expect.poll(() => look(page)).toMatchObject({ rowindex: 1002, rowcount: 1002 })
    const active = () => list(page).getAttribute('aria-activedescendant')
    const before = await active()
    await bookUnseen(page, oneWayBooking(2), oneWayBooking(3))
    const newer = page.getByRole('button', { name: '2 updates. Show' })
    await expect(newer).toBeVisible()
    await expect(page.locator('[data-testid="count"]')).toHaveText('1,000 of 1,002 bookings')
    // Rows that are read only now still belong to the shown list.
    await page.keyboard.press('Home')
    await expect.poll(() => look(page)).toMatchObject({ rowindex: 3, rowcount: 1002, number: '' })
    await page.keyboard.press('End')
    await expect.poll(() => look(page)).toMatchObject({ isSeen: true, rowindex: 1002 })
    expect(await active()).toBe(before)
    await newer.press('Enter')
    await expect.poll(() => look(page)).toMatchObject({ isThere: true, isSeen: true, rowindex: 1002, rowcount: 1004 })
    expect(await active()).toBe(before)
    // A screen that scrolls as a whole does not make the list higher.
    await page.setViewportSize({ width: 683, height: 384 })
    await expect.poll(async () => (await look(page)).rows).toBeLessThan(60)
    expect(await look(page)).toMatchObject({ isThere: true, rowcount: 1004 })
  },
)

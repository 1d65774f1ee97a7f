import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { showAtFirstPaint } from '../../../../electron/shell/show-window.ts'
import { virtualClock } from '../../../support/fakes/system.ts'

function hiddenWindow() {
  const clock = virtualClock()
  const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter(), isDestroyed: () => destroyed })
  let destroyed = false
  let shows = 0
  showAtFirstPaint(window, clock, () => (shows += 1))
  return { window, clock, shows: () => shows, destroy: () => (destroyed = true) }
}

test('The window is shown at its first paint and not again after the time limit', () => {
  const { window, clock, shows } = hiddenWindow()
  window.webContents.emit('did-finish-load')
  expect(shows()).toBe(0)
  window.emit('ready-to-show')
  expect(shows()).toBe(1)
  clock.advance(60_000)
  expect(shows()).toBe(1)
})

test('A page that loaded, or failed to load, and never painted is shown three seconds later', () => {
  for (const loaded of ['did-finish-load', 'did-fail-load']) {
    const { window, clock, shows } = hiddenWindow()
    clock.advance(60_000)
    expect(shows()).toBe(0)
    window.webContents.emit(loaded)
    clock.advance(2_999)
    expect(shows()).toBe(0)
    clock.advance(1)
    expect(shows()).toBe(1)
    window.emit('ready-to-show')
    expect(shows()).toBe(1)
  }
})

test('A window that was closed before its first paint is not shown', () => {
  const { window, clock, shows, destroy } = hiddenWindow()
  window.webContents.emit('did-finish-load')
  destroy()
  clock.advance(3_000)
  expect(shows()).toBe(0)
})

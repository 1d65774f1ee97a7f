import { expect, test } from 'vitest'
import { createUpdateWindow } from '../../../../electron/shell/update-window.ts'
import { virtualClock } from '../../../support/fakes/system.ts'

function updateWindow() {
  const clock = virtualClock()
  const loaded: string[] = []
  let destroyed = false
  const window = createUpdateWindow(clock, () => {
    loaded.push('opened')
    return {
      load: ({ step, of }) => void loaded.push(`${step}/${of}`),
      isDestroyed: () => destroyed,
      destroy: () => void (destroyed = true),
    }
  })
  return { window, clock, loaded, isDestroyed: () => destroyed }
}

test('The window of a migration opens a second after the first step began, with the step that runs then', () => {
  const { window, clock, loaded } = updateWindow()
  window.show({ step: 1, of: 9 })
  clock.advance(400)
  window.show({ step: 2, of: 9 })
  clock.advance(599)
  expect(loaded).toEqual([])
  clock.advance(1)
  expect(loaded).toEqual(['opened', '2/9'])
  window.show({ step: 3, of: 9 })
  expect(loaded).toEqual(['opened', '2/9', '3/9'])
})

test('A migration that ends within a second opens no window', () => {
  const { window, clock, loaded } = updateWindow()
  window.show({ step: 1, of: 1 })
  clock.advance(999)
  window.show(null)
  clock.advance(60_000)
  window.close()
  expect(loaded).toEqual([])
})

test('The window stays after the last step until the desk closes the window, which then loads no step', () => {
  const { window, clock, loaded, isDestroyed } = updateWindow()
  window.show({ step: 1, of: 2 })
  clock.advance(1_000)
  window.show(null)
  expect(isDestroyed()).toBe(false)
  window.close()
  expect(isDestroyed()).toBe(true)
  window.show({ step: 2, of: 2 })
  expect(loaded).toEqual(['opened', '1/2'])
})

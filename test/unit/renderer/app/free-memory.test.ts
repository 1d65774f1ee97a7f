import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freeMemoryWhenStill } from '../../../../renderer/app/free-memory.ts'

/** A page that counts its collections and can be used by `press`. */
function openPage() {
  const listeners: (() => void)[] = []
  const gc = vi.fn<() => Promise<void>>(() => Promise.resolve())
  freeMemoryWhenStill({
    gc,
    addEventListener: (_event: string, listener: unknown) => void listeners.push(listener as () => void),
    requestIdleCallback: (act: unknown) => {
      ;(act as () => void)()
      return 0
    },
  })
  return { gc, press: () => listeners[0]?.() }
}

describe('The memory of the page', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('A page that nobody uses frees its memory once, and again after the next use', () => {
    const { gc, press } = openPage()
    vi.advanceTimersByTime(60_000)
    expect(gc).toHaveBeenCalledTimes(1)
    press()
    vi.advanceTimersByTime(60_000)
    expect(gc).toHaveBeenCalledTimes(2)
  })

  test('A page in use frees nothing', () => {
    const { gc, press } = openPage()
    for (let second = 0; second < 60; second += 1) {
      press()
      vi.advanceTimersByTime(1_000)
    }
    expect(gc).not.toHaveBeenCalled()
  })
})

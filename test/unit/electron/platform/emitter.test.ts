import { describe, expect, test } from 'vitest'
import { createEmitter } from '../../../../electron/platform/emitter.ts'

describe('`createEmitter`', () => {
  test('An event reaches every listener in the order in which they came.', () => {
    const { on, emit } = createEmitter<[number, string]>()
    const heard: unknown[] = []
    on((number) => heard.push(number))
    on((_, text) => heard.push(text))
    emit(1, 'a')
    expect(heard).toEqual([1, 'a'])
  })

  test('The function that `on` returns undoes that one subscription, and may be called twice.', () => {
    const { on, emit } = createEmitter<[number]>()
    const heard: number[] = []
    const listener = (number: number) => void heard.push(number)
    const undo = on(listener)
    on(listener)
    undo()
    undo()
    emit(1)
    expect(heard).toEqual([1])
  })

  test('A listener that undoes itself is called to its end, and the next listener too.', () => {
    const { on, emit } = createEmitter<[]>()
    let calls = 0
    const undo = on(() => {
      undo()
      calls += 1
    })
    on(() => (calls += 10))
    emit()
    emit()
    expect(calls).toBe(21)
  })

  test('A listener that throws does not keep the event from the others when `onError` is given.', () => {
    const errors: unknown[] = []
    const { on, emit } = createEmitter<[]>((error) => errors.push(error))
    let calls = 0
    on(() => {
      throw new Error('the window is gone')
    })
    on(() => (calls += 1))
    emit()
    expect([calls, errors]).toEqual([1, [new Error('the window is gone')]])
  })

  test('A throw of a listener reaches the emitting code when `onError` is missing.', () => {
    const { on, emit } = createEmitter<[]>()
    on(() => {
      throw new Error('the window is gone')
    })
    expect(emit).toThrow('the window is gone')
  })
})

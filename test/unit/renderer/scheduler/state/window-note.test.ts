import { describe, expect, test } from 'vitest'
import { emptyForm } from '../../../../../renderer/scheduler/state/form.ts'
import { windowNote } from '../../../../../renderer/scheduler/state/window-note.ts'

const WINDOW = '2–4 PM'

describe('`windowNote`', () => {
  test('A window becomes a line of the notes of both drives of a pair, after what is there', () => {
    const form = { ...emptyForm(), customerInstructions: 'Gate code 0417' }
    expect(windowNote(form, WINDOW)).toEqual({
      customerInstructions: 'Gate code 0417\nTime window: 2–4 PM',
      loanerInstructions: 'Time window: 2–4 PM',
    })
  })

  test('A window of a one-way, or of a pair without a loaner, goes to its only drive', () => {
    expect(windowNote({ ...emptyForm(), kind: 'one-way' }, WINDOW)).toEqual({ moveInstructions: 'Time window: 2–4 PM' })
    expect(windowNote({ ...emptyForm(), loanerChoice: 'none' }, WINDOW)).toEqual({
      customerInstructions: 'Time window: 2–4 PM',
    })
  })

  test('Another time replaces the line of the last window, and a time without a window removes that line', () => {
    const form = {
      ...emptyForm(),
      customerInstructions: 'Ring twice\nTime window: 2–4 PM\nDog',
      loanerInstructions: 'Time window: 2–4 PM',
    }
    expect(windowNote(form, 'before noon')).toEqual({
      customerInstructions: 'Ring twice\nDog\nTime window: before noon',
      loanerInstructions: 'Time window: before noon',
    })
    expect(windowNote(form, null)).toEqual({ customerInstructions: 'Ring twice\nDog', loanerInstructions: '' })
  })

  test('Nothing changes where the line is right already', () => {
    const form = {
      ...emptyForm(),
      customerInstructions: 'Time window: 2–4 PM',
      loanerInstructions: 'Time window: 2–4 PM',
    }
    expect(windowNote(form, WINDOW)).toEqual({})
  })
})

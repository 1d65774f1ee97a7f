import { describe, expect, test } from 'vitest'
import { createScanWatch, vinAtEnd } from '../../../../../renderer/scheduler/state/scan.ts'

const VIN = '5TDKZ3DC6KS912345'

/** Presses the keys of a text, one each `pace` milliseconds, into one field whose text is the state. */
function type(text: string, pace: number, value = '') {
  const watch = createScanWatch<string>()
  return [...text].map((key, at) =>
    watch.press({ key, at: at * pace, target: 'phone', before: value + text.slice(0, at) }),
  )
}

describe('The watch for scans', () => {
  test('A VIN at the speed of a scanner is found with its last key, and the field before its first one', () => {
    const found = type(VIN.toLowerCase(), 50, '804 555 0199')
    expect(found.slice(0, -1).every((one) => one === null)).toBe(true)
    expect(found.at(-1)).toEqual({ vin: VIN, before: '804 555 0199' })
  })

  test('The I in front of the VIN of an imported car belongs to the scan', () => {
    expect(type(`I${VIN}`, 20, 'Ines').at(-1)).toEqual({ vin: VIN, before: 'Ines' })
    expect(type(`x${VIN}`, 20, 'Ines').at(-1)).toEqual({ vin: VIN, before: 'Inesx' })
  })

  test.for([
    ['at the speed of a person', VIN, 54],
    ['with a wrong check digit', '5TDKZ3DC7KS912345', 5],
    ['with fewer characters', VIN.slice(1), 5],
    ['of digits alone', '11111111111111111', 5],
  ] as const)('A text %s is no scan', ([, text, pace]) => {
    expect(type(text, pace).every((one) => one === null)).toBe(true)
  })

  test('Keys of another field, and keys that type nothing, are no part of a scan', () => {
    for (const between of [
      { key: '5', target: 'name' },
      { key: 'Backspace', target: 'phone' },
    ]) {
      const watch = createScanWatch<string>()
      const press = (key: string, target = 'phone') => watch.press({ key, at: 0, target, before: '' })
      press('5')
      press(between.key, between.target)
      for (const key of VIN.slice(1, -1)) press(key)
      expect(press(VIN.slice(-1))).toBeNull()
    }
  })

  test('A VIN is found at the end of a text, and only there', () => {
    expect(vinAtEnd(`call first ${VIN.toLowerCase()} `)).toBe(VIN)
    expect(vinAtEnd(`${VIN} call first`)).toBeNull()
  })
})

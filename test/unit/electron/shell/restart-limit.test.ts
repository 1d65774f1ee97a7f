import { describe, expect, test } from 'vitest'
import { argsWithRestarts, MAX_RESTARTS, nextRestarts, restartsIn } from '../../../../electron/shell/restart-limit.ts'

const AT = (minute: number) => `2026-11-24T14:${String(minute).padStart(2, '0')}:00Z`

describe('The limit of automatic restarts', () => {
  test('Three restarts within ten minutes are allowed, and the fourth is not', () => {
    let restarts: readonly string[] = []
    for (let minute = 0; minute < MAX_RESTARTS; minute += 1) {
      const next = nextRestarts(restarts, AT(minute))
      expect(next).toEqual([...restarts, AT(minute)])
      restarts = next ?? []
    }
    expect(nextRestarts(restarts, AT(9))).toBeNull()
  })

  test('A restart of ten minutes ago does not count any more', () => {
    expect(nextRestarts([AT(0), AT(1), AT(2)], AT(10))).toEqual([AT(1), AT(2), AT(10)])
  })

  test('Restarts in the near future count, because the clock may have been set back', () => {
    expect(nextRestarts([AT(7), AT(8), AT(9)], AT(0))).toBeNull()
  })

  test('The next process reads the restarts that the arguments carry', () => {
    const args = argsWithRestarts(['.', '--user-data-dir=/profile'], [AT(1)])
    expect(args.slice(0, 2)).toEqual(['.', '--user-data-dir=/profile'])
    expect(restartsIn(args)).toEqual([AT(1)])
    expect(restartsIn(argsWithRestarts(args, [AT(1), AT(2)]))).toEqual([AT(1), AT(2)])
  })

  test('A start by a person, or with text that is no time, has no restarts', () => {
    expect(restartsIn(['.', '--new-booking'])).toEqual([])
    expect(restartsIn(['--restarted-at=yesterday,,x'])).toEqual([])
  })
})

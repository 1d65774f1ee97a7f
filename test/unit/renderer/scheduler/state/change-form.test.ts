import { describe, expect, test } from 'vitest'
import { changeFormFrom, checkChange, sortIssues } from '../../../../../renderer/scheduler/state/change-form.ts'
import { aMove, CAR, PAIR } from '../../../../support/builders/booked-moves.ts'

const ZONE = 'America/New_York'
const NOW = '2026-11-21T15:00:00Z'
const FORM = changeFormFrom(PAIR, aMove('customer'), ZONE)
const check = (typed: Partial<typeof FORM>, before = FORM, now = NOW) =>
  checkChange({ ...before, ...typed }, before, ZONE, now)
const NONE = { readyBy: null, stock: null, vin: null, year: null, make: null, model: null, color: null }

describe('The form of a change request', () => {
  test('The form of a change request begins with the known values, in the zone of the rooftop', () => {
    expect(FORM).toEqual({
      date: '2026-11-24',
      time: '13:00',
      occurrence: '',
      stock: '',
      vin: CAR.vin,
      year: '2019',
      make: 'Buick',
      model: 'Enclave',
      color: 'White',
    })
    expect(changeFormFrom(PAIR, aMove('loaner', { vehicle: null }), ZONE)).toMatchObject({
      stock: '',
      make: '',
      color: '',
    })
  })

  test('`checkChange` requests only the values that differ', () => {
    expect(check({ color: ' Red ' })).toEqual({ ok: true, change: { ...NONE, color: 'Red' } })
    expect(check({ vin: '2t1b-urhe0jc000001', stock: 'S-9' })).toEqual({
      ok: true,
      change: { ...NONE, vin: '2T1BURHE0JC000001', stock: 'S-9' },
    })
    expect(check({ time: '15:30' })).toEqual({
      ok: true,
      change: { ...NONE, readyBy: { local: '2026-11-24T15:30', zone: ZONE, utc: '2026-11-24T20:30:00Z' } },
    })
  })

  test('`checkChange` refuses a form without a difference', () => {
    expect(check({})).toMatchObject({
      ok: false,
      problems: {},
      loose: expect.stringContaining('at least one') as string,
    })
    expect(check({ color: 'White ' })).toMatchObject({ ok: false })
  })

  test('`checkChange` puts each problem at its field', () => {
    expect(check({ make: ' ' })).toMatchObject({
      problems: { make: expect.stringContaining("can't be cleared") as string },
    })
    expect(check({ stock: ' ' })).toMatchObject({ problems: {}, loose: expect.any(String) as string })
    expect(check({ year: '201' })).toMatchObject({
      problems: { year: expect.stringContaining('four digits') as string },
    })
    expect(check({ date: '' })).toMatchObject({ problems: { time: expect.any(String) as string } })
    expect(check({ date: '2026-11-20' })).toMatchObject({
      problems: { time: expect.stringContaining('has passed') as string },
    })
  })

  test('`checkChange` needs a choice for a time in an overlap and refuses a time in a gap', () => {
    const twice = { date: '2026-11-01', time: '01:30' }
    const early = '2026-10-01T15:00:00Z'
    expect(check(twice, FORM, early)).toMatchObject({ problems: { time: expect.stringContaining('twice') as string } })
    expect(check({ ...twice, occurrence: 'second' }, FORM, early)).toMatchObject({
      ok: true,
      change: { readyBy: { utc: '2026-11-01T06:30:00Z' } },
    })
    expect(check({ date: '2027-03-14', time: '02:30' })).toMatchObject({
      problems: { time: expect.stringContaining('does not exist') as string },
    })
  })

  test('`sortIssues` puts the issues of the bridge at the same fields', () => {
    const issues = [
      { path: 'change.vin', code: 'vin-characters' },
      { path: 'readyBy', code: 'time-passed' },
      { path: 'change', code: 'nothing-changed' },
    ] as const
    expect(sortIssues(issues)).toEqual({
      problems: {
        vin: 'VIN takes only letters and digits, at most 24.',
        time: 'This time has passed. Choose a later one.',
      },
      loose: 'Nothing was changed. Change at least one field.',
    })
  })
})

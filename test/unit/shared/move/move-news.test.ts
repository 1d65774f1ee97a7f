import { expect, test } from 'vitest'
import { addNews, moveNewsSchema } from '../../../../shared/move/move-news.ts'
import { CHARGE, NEWS } from '../../../support/builders/move-news.ts'

test('`addNews` keeps what a response leaves out, replaces what it tells, and drops what it takes back', () => {
  expect(addNews(NEWS, {})).toEqual(NEWS)
  expect(addNews(NEWS, { settled: true, charge: 'unreadable' })).toEqual({
    driverName: 'Nadia Rowe',
    settled: true,
    charge: 'unreadable',
  })
  expect(addNews(NEWS, { driverName: null, settled: null, charge: null })).toEqual({})
})

test('`moveNewsSchema` takes stored news and refuses damaged ones', () => {
  for (const news of [NEWS, {}, { charge: 'unreadable' }]) expect(moveNewsSchema.parse(news)).toEqual(news)
  for (const news of [
    { driverName: 7 },
    { settled: 'yes' },
    { charge: 'free' },
    { charge: {} },
    { charge: { ...CHARGE, disputed: 'no' } },
    [],
  ])
    expect(moveNewsSchema.safeParse(news).success, JSON.stringify(news)).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { nestedOneWay, numberedPair } from '../practice/authorized.ts'
import { ask, oneWayBody, pairBody, post, TOKEN } from '../practice/running.ts'
import { cell, linesOf, remoteOf, reportOf, tableOf, type Remote } from './checked.ts'
import { crooked } from './crooked.ts'

const PROFILES = ['baseline', 'hopdrive'] as const

/** A pair and a one-way of somebody else, and what every door tells of them. */
async function booked({ desk, signIn }: Remote, profile: (typeof PROFILES)[number]) {
  const token = profile === 'baseline' ? TOKEN : await tokenOf(desk.service.url, signIn)
  const send = async (path: string, body: object) => JSON.parse((await post(desk.at(path), body, { token })).text)
  const pair = await send('/v1/concierge-loaner-moves', profile === 'baseline' ? pairBody() : numberedPair())
  const one = await send('/v1/one-way-moves', profile === 'baseline' ? oneWayBody() : nestedOneWay())
  const numbers: number[] = [pair.loaner_move.move_id, pair.customer_move.move_id, one.move.id]
  const doors = async () => {
    const read = async (path: string, with_ = token) => (await ask(desk.at(path), { token: with_ })).text
    return [
      await read('/practice/ledger', TOKEN),
      await read('/practice/sms', TOKEN),
      ...(await Promise.all(numbers.map((number) => read(`/v1/moves/${number}`)))),
      ...(await Promise.all([1, 2, 3].map((lane) => read(`/v1/lanes/${lane}`)))),
    ]
  }
  return { numbers, doors }
}

async function tokenOf(url: string, { clientId, secret }: Remote['signIn']): Promise<string> {
  const body = { client_id: clientId, client_secret: secret }
  return JSON.parse((await post(`${url}/v1/authorize`, body, { token: null })).text).access_token
}

describe.each(PROFILES)('The check without --create of a %s remote', (profile) => {
  test('The table is as expected, row by row', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const report = await reportOf(desk.service.url, signIn)
    expect(linesOf(report)).toEqual(tableOf(profile))
    expect([report.fits, report.guarantee]).toEqual([profile, null])
    expect(await desk.ledger()).toEqual([])
  })

  test('The check books and changes nothing, as every control route of the practice service shows', async () => {
    const remote = await remoteOf(profile)
    const { numbers, doors } = await booked(remote, profile)
    const before = await doors()
    for (const move of [null, ...numbers]) await reportOf(remote.desk.service.url, { ...remote.signIn, move })
    expect(await doors()).toEqual(before)
    expect(await remote.desk.ledger()).toHaveLength(2)
  })

  test('The check sends only GET, except for the sign-in', async () => {
    const remote = await remoteOf(profile)
    const { numbers } = await booked(remote, profile)
    const road = await crooked(remote.desk.service.url, {})
    await reportOf(road.url, { ...remote.signIn, move: numbers[0] ?? 0 })
    expect(road.came.length).toBeGreaterThan(10)
    const others = road.came.filter(({ method }) => method !== 'GET')
    expect([...new Set(others.map(({ method, path }) => `${method} ${path}`))]).toEqual(['POST /v1/authorize'])
  })

  test('The failed sign-in of the check is never one of a real client', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const road = await crooked(desk.service.url, {})
    await reportOf(road.url, signIn)
    const clients = road.posts('/v1/authorize').map(({ json }) => [json.client_id, json.client_secret])
    const [invented] = clients.filter(([id]) => id !== signIn.clientId)
    expect(invented?.[0]).toMatch(/^check-[A-Z2-9]{8}$/)
    expect(clients.filter(([id]) => id === signIn.clientId)).toEqual(
      profile === 'baseline' ? [] : [[signIn.clientId, signIn.secret]],
    )
  })

  test('The check reads a given move field by field and follows its links', async () => {
    const remote = await remoteOf(profile)
    const { numbers } = await booked(remote, profile)
    remote.desk.clock.pass(30)
    const [loaner = 0, , one = 0] = numbers
    const report = await reportOf(remote.desk.service.url, { ...remote.signIn, move: one })
    expect(cell(report, '2.4', 'move.id')).toBe('yes: integer')
    expect(cell(report, '2.4', 'move.status')).toBe('yes: string "pickup started"')
    expect(cell(report, '2.4', 'move.pickup_started')).toBe('yes: time, T and offset')
    expect(cell(report, '2.4', 'move.delivery_started')).toBe('yes: null')
    expect(cell(report, '2.4', 'move.tracking_link')).toBe('yes: link, same host')
    expect(cell(report, '2.1', 'GET of tracking_link')).toBe('yes: 200, a page')
    expect(cell(report, '2.1', 'GET of move_details_url')).toBe('yes: 200, a page')
    expect(cell(report, '2.1', 'GET of lane_uri')).toBe('yes: 200')
    expect(cell(report, '4.1', 'GET /moves/<id>')).toBe('yes: the same')
    const half = await reportOf(remote.desk.service.url, { ...remote.signIn, move: loaner })
    if (profile === 'baseline') expect(cell(half, '2.4', 'move.vehicle.vin')).toBe('yes: string')
    else expect(cell(half, '2.5', 'loaner_move.vehicle.vin')).toBe('yes: string')
    expect([report.fits, half.fits]).toEqual([profile, profile])
  })

  test('The table holds no data of a customer', async () => {
    const remote = await remoteOf(profile)
    const { numbers } = await booked(remote, profile)
    const tables = await Promise.all(
      numbers.map(async (move) => linesOf(await reportOf(remote.desk.service.url, { ...remote.signIn, move })).join()),
    )
    for (const secret of ['Harriet', '555', 'Mulberry', '1M8GDM9AX', 'RO 10023', 'Gate code', 'Dana', 'Subaru']) {
      expect(tables.join()).not.toContain(secret)
    }
  })
})

test('The check ends at a token that the remote does not take, and books nothing', async () => {
  const { desk } = await remoteOf('baseline')
  const road = await crooked(desk.service.url, {})
  const report = await reportOf(road.url, { secret: 'another-token', create: true })
  expect(cell(report, '5', 'the token that was given')).toBe('no: 401 access_denied')
  expect(cell(report, '4.2', 'POST /v1/one-way-moves, flat')).toBe('not tried: the token was not taken')
  expect(report.fits).toBeNull()
  expect(road.came.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('The check sends nothing more when the remote grants an unknown client no token', async () => {
  const { desk } = await remoteOf('hopdrive')
  const report = await reportOf(desk.service.url, { clientId: 'nobody', secret: 'nothing', create: true })
  expect(cell(report, 'hopdrive 2', 'POST /v1/authorize of the client')).toBe('no: 401 ACCESS_DENIED')
  expect(cell(report, '4.3', 'POST /v1/concierge-loaner-moves')).toBe('not tried: there is no token')
  expect([report.fits, await desk.ledger()]).toEqual([null, []])
})

import { fc } from '@fast-check/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { newBooking, newId, offer, rightOf, saved, settled, silence, verdict } from '../../support/hub/bookings.ts'
import { connected, refusal, startHub, type Item, type TestHub } from '../../support/hub/board.ts'
import { proves } from '../../support/spec-rows.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

const eventsOf = (role: string) =>
  hub.sql('SELECT n, kind, booking, entry, body FROM board.event WHERE desk = $1 AND n IS NOT NULL ORDER BY seq', [
    role,
  ])

const lastEffect = async () =>
  (await hub.sql('SELECT effect FROM board.event ORDER BY seq DESC LIMIT 1'))[0]?.['effect']

const bodyOf = async (booking: string) =>
  (await hub.sql('SELECT body FROM board.booking WHERE booking = $1', [booking]))[0]?.['body']

describe('The queue of a desk', () => {
  test('Items come into the log in order, under gapless numbers', async () => {
    const desk = await hub.desk('order')
    const [one, two] = [newBooking(), newBooking()]
    const answer = await desk.send(saved(one), saved(two), settled(one, 'done', 1, 'withdrawn'))
    expect(answer).toMatchObject({ lastN: 3 })
    const rows = await hub.sql(`SELECT seq, kind FROM board.event WHERE desk = 'order' ORDER BY seq`)
    expect(rows.map((row) => row['kind'])).toEqual(['saved', 'saved', 'settled'])
    expect(rows.map((row) => Number(row['seq']))).toEqual([2, 1, 0].map((back) => Number(answer['lastSeq']) - back))
  })

  test('An item that is sent again is harmless', async () => {
    const desk = await hub.desk('again')
    const items = [saved(newBooking()), saved(newBooking())].map((item, index) => ({ n: index + 1, ...item }))
    const first = await desk.call('append', desk.incarnation, items)
    expect(await desk.call('append', desk.incarnation, items)).toEqual(first)
    expect(await eventsOf('again')).toHaveLength(2)
  })

  test('A gap in the numbers is refused', async () => {
    const desk = await hub.desk('gap')
    expect(await refusal(desk.call('append', desk.incarnation, [{ n: 2, kind: 'note' }]))).toBe('LK003')
    await desk.send({ kind: 'note' })
    expect(await refusal(desk.call('append', desk.incarnation, [{ n: 3, kind: 'note' }]))).toBe('LK003')
  })

  test('A number that was used for another item is refused', async () => {
    proves('board: 17')
    const desk = await hub.desk('reused')
    await desk.send({ kind: 'note', body: { text: 'one' } })
    const other = [{ n: 1, kind: 'note', body: { text: 'two' } }]
    expect(await refusal(desk.call('append', desk.incarnation, other))).toBe('LK005')
  })

  test.for([
    ['no list', {}],
    ['an item without a number', [{ kind: 'note' }]],
    ['a number that is no whole number', [{ n: 1.5, kind: 'note' }]],
    ['an item without a kind', [{ n: 1 }]],
    ['a body that is no object', [{ n: 1, kind: 'note', body: [] }]],
    ['an id that is too short', [{ n: 1, kind: 'note', entry: 'e1' }]],
    ['an id that is too long', [{ n: 1, kind: 'note', entry: 'e'.repeat(41) }]],
    ['a saved booking without its entry', [{ n: 1, kind: 'saved', booking: newId(), body: {} }]],
    ['a send right without a state', [{ n: 1, ...saved(newBooking(), { state: undefined }) }]],
    ['a send right in an unknown state', [{ n: 1, ...saved(newBooking(), { state: 'sent' }) }]],
    ['a send right without a revision', [{ n: 1, ...saved(newBooking(), { rev: 0 }) }]],
    ['an amendment without its move', [{ n: 1, kind: 'amendment-opened', body: { amendment: newId() } }]],
  ] as const)('A batch with %s is refused', async ([, items]) => {
    const desk = await hub.desk('unreadable')
    expect(await refusal(desk.call('append', desk.incarnation, items))).toBe('LK004')
    expect(await eventsOf('unreadable')).toEqual([])
  })

  test('A batch whose last item fails is rolled back as a whole, and is taken once the item is right', async () => {
    const desk = await hub.desk('whole')
    const one = newBooking()
    const before = await hub.sql('SELECT last_seq FROM board.hub')
    expect(await refusal(desk.send(saved(one), { kind: 'saved', booking: newId() }))).toBe('LK004')
    expect(await eventsOf('whole')).toEqual([])
    expect(await rightOf(hub, one)).toBeUndefined()
    expect(await bodyOf(one.booking)).toBeUndefined()
    expect(await hub.sql('SELECT last_seq FROM board.hub')).toEqual(before)
    expect(await desk.send(saved(one))).toMatchObject({ lastN: 1 })
  })

  test('An unknown kind and an unknown field stay in the log as they are', async () => {
    proves('board: 22')
    const desk = await hub.desk('newer')
    const one = newBooking()
    const body = { shape: { deep: [1, null, 'x'] } }
    await desk.send(
      { kind: 'invented-later', entry: newId('e'), body },
      saved(one, { invented: 1 }, { later: { a: 1 } }),
    )
    const rows = await eventsOf('newer')
    expect(rows).toMatchObject([
      { kind: 'invented-later', body },
      { kind: 'saved', body: { later: { a: 1 }, right: { invented: 1 } } },
    ])
    expect(await rightOf(hub, one)).toMatchObject({ state: 'waiting' })
  })

  test('A day, a time or a key that cannot be read does not fail', async () => {
    const desk = await hub.desk('odd')
    const one = await offer(desk, {
      day: 'soon',
      endedAt: '2026-02-31T25:00:00Z',
      vins: 'none',
      phone: 5,
      references: [null, 7],
    })
    expect(await bodyOf(one.booking)).toEqual({ note: one.booking })
  })

  test('A hub that was killed has every acknowledged item and no half of a batch', async () => {
    const desk = await hub.desk('killed')
    const items = Array.from({ length: 20 }, () => saved(newBooking()))
    await desk.send(...items)
    const unanswered = desk.send(...Array.from({ length: 200 }, () => saved(newBooking()))).catch(() => null)
    await hub.stop('SIGKILL')
    await unanswered
    await hub.server.start()
    const count = (await eventsOf('killed')).length
    expect([20, 220]).toContain(count)
    const again = await hub.desk('killed')
    expect((await again.hello()).lastN).toBe(count)
  })

  const cuts = fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 6 })), { maxLength: 12 })
  let run = 0
  test('Any cut of a queue into batches, with repeats, gives the same log', async () => {
    const items = Array.from({ length: 12 }, (_, index): Item => {
      const one = newBooking()
      return index % 3 === 2 ? { kind: 'note', body: { index } } : saved(one)
    }).map((item, index) => ({ n: index + 1, ...item }))
    const log = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      rows.map((row) => [Number(row['n']), row['kind'], row['body']])
    const expected = items.map((item) => [item.n, item.kind, item.body ?? {}])
    const desk = await hub.desk('cut')
    await fc.assert(
      fc.asyncProperty(cuts, async (batches) => {
        run += 1
        await silence(hub, 'cut', 61)
        await desk.hello({}, `cut-${run}`)
        let next = 1
        for (const [from, size] of [...batches, ...items.map((_, index) => [index, 3] as const)]) {
          const start = Math.min(from + 1, next)
          await desk.call('append', `cut-${run}`, items.slice(start - 1, start - 1 + size))
          next = Math.max(next, Math.min(start + size, 13))
        }
        const rows = await hub.sql(
          'SELECT n, kind, body FROM board.event WHERE desk = $1 AND incarnation = $2 ORDER BY seq',
          ['cut', `cut-${run}`],
        )
        expect(log(rows)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })
})

describe('The newest body of a booking', () => {
  test('The owner replaces the body, and another desk does so only after the entry is done, at its newest revision', async () => {
    const [desk, other] = [await hub.desk('body1'), await hub.desk('body2')]
    const one = await offer(desk)
    const changed = (text: string, rev?: number): Item => ({
      kind: 'changed',
      booking: one.booking,
      entry: one.entry,
      body: { booking: { text }, right: { rev } },
    })
    await desk.send(changed('of the owner'))
    await other.send(changed('of another', 1))
    expect(await bodyOf(one.booking)).toEqual({ text: 'of the owner' })
    expect(await lastEffect()).not.toHaveProperty('newest')
    await desk.send(settled(one, 'done', 1, 'booked'))
    await other.send(changed('old', 1))
    expect(await bodyOf(one.booking)).toEqual({ text: 'of the owner' })
    await other.send(changed('news', 2))
    expect(await bodyOf(one.booking)).toEqual({ text: 'news' })
    expect(await lastEffect()).toMatchObject({ newest: true })
  })

  test('The requests to the owner of an entry change nothing', async () => {
    const [desk, other] = [await hub.desk('body1'), await hub.desk('body2')]
    const one = await offer(desk)
    for (const kind of ['ask-withdraw', 'ask-change']) {
      await other.send({
        kind,
        booking: one.booking,
        entry: one.entry,
        body: { booking: { text: 'x' }, who: 'Dana R.' },
      })
    }
    expect(await bodyOf(one.booking)).toEqual({ note: one.booking })
    expect(await rightOf(hub, one)).toMatchObject({ state: 'waiting', rev: 1 })
  })
})

describe('An amendment', () => {
  const ask = (move: string, kind: string, amendment = newId('a')) => ({
    item: { kind: 'amendment-opened', body: { amendment, move, kind, who: 'Dana R.' } },
    amendment,
  })

  test.for(['cancel', 'change'])('A second open %s request of a move joins the first', async (kind) => {
    const [desk, other] = [await hub.desk('ask1'), await hub.desk('ask2')]
    const move = newId('m')
    const [first, second] = [ask(move, kind), ask(move, kind)]
    await desk.send(first.item)
    expect(await lastEffect()).toEqual({ amendment: { state: 'open' } })
    await other.send(second.item)
    expect(await lastEffect()).toEqual({ amendment: { state: 'joined', with: first.amendment } })
    const open = await hub.sql('SELECT amendment FROM board.amendment WHERE move = $1 AND is_open', [move])
    expect(open).toEqual([{ amendment: first.amendment }])
    await desk.send({ kind: 'amendment-closed', body: { amendment: first.amendment, outcome: 'completed' } })
    expect(await lastEffect()).toEqual({ amendment: { state: 'closed', outcome: 'completed' } })
    await other.send(ask(move, kind).item)
    expect(await lastEffect()).toEqual({ amendment: { state: 'open' } })
  })

  test('A cancellation ends an open change, and a change beside an open cancellation is refused', async () => {
    const [desk, other] = [await hub.desk('ask1'), await hub.desk('ask2')]
    const move = newId('m')
    const [change, cancel] = [ask(move, 'change'), ask(move, 'cancel')]
    await desk.send(change.item)
    await other.send(cancel.item)
    expect(await lastEffect()).toEqual({ amendment: { state: 'open', ended: change.amendment } })
    await desk.send(ask(move, 'change').item)
    expect(await lastEffect()).toEqual({ amendment: { state: 'refused', with: cancel.amendment } })
  })

  test('An amendment that is sent again after a loss keeps its state', async () => {
    const desk = await hub.desk('ask1')
    const { item } = ask(newId('m'), 'change')
    await desk.send(item, item)
    expect(await lastEffect()).toEqual({ amendment: { state: 'open' } })
  })
})

describe('Notifications', () => {
  test('A notification carries the newest number and nothing else, once a call', async () => {
    const [desk, listener] = [await hub.desk('notify'), await connected(hub.config('notify'))]
    const heard: (string | undefined)[] = []
    listener.on('notification', ({ payload }) => heard.push(payload))
    await listener.query('LISTEN board')
    const one = newBooking({ name: 'pat example' })
    const { lastSeq } = await desk.send(saved(one), saved(newBooking()))
    expect(verdict(await desk.claim(one.entry, 1))).toBe('ok')
    await listener.query('SELECT 1')
    expect(heard).toEqual([String(lastSeq), String(Number(lastSeq) + 1)])
    await listener.end()
  })
})

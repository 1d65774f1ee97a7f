import { beforeAll, describe, expect, test } from 'vitest'
import {
  newBooking,
  newId,
  offer,
  rightOf,
  saved,
  settled,
  silence,
  verdict,
  type Made,
} from '../../support/hub/bookings.ts'
import { refusal, startHub, type Answer, type TestDesk, type TestHub } from '../../support/hub/board.ts'
import { rewriteLog } from '../../support/hub/rewrite-log.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

const WHO = { who: 'Dana R.' }

/** Every text that the tables of the board hold. */
async function everyText(): Promise<string> {
  const tables = ['event', 'booking', 'send_right', 'reference', 'amendment', 'desk', 'hub', 'forgotten']
  const texts = await Promise.all(
    tables.map((table) => hub.sql(`SELECT to_jsonb(t)::text AS text FROM board.${table} t`)),
  )
  return texts.flatMap((rows) => rows.map((row) => row['text'])).join('\n')
}

describe('A snapshot', () => {
  const portions = async (
    desk: TestDesk,
    size: number,
    between: () => Promise<unknown>,
  ): Promise<readonly Answer[]> => {
    await desk.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    const found: Answer[] = []
    for (let after: unknown = ''; typeof after === 'string'; after = found.at(-1)?.['next']) {
      found.push(await desk.call('snapshot', desk.incarnation, after, size))
      await between()
    }
    await desk.client.query('COMMIT')
    return found
  }
  const bookingsOf = (all: readonly Answer[]) =>
    all.flatMap((portion) => portion['bookings'] as readonly Readonly<Record<string, unknown>>[])

  test('All portions show the bookings of one moment, although other desks go on', async () => {
    const [desk, other] = [await hub.desk('reader'), await hub.desk('writer')]
    const made: Made[] = []
    for (let index = 0; index < 25; index += 1) made.push(await offer(other))
    const { lastSeq } = await desk.call('beat', desk.incarnation, 0)
    const all = await portions(desk, 10, async () => {
      await offer(other)
      const one = made[0]
      if (one !== undefined) await other.claim(one.entry, 1)
    })
    expect(all).toHaveLength(3)
    expect(all.map((portion) => portion['lastSeq'])).toEqual([lastSeq, lastSeq, lastSeq])
    const bookings = bookingsOf(all)
    expect(bookings.map((one) => one['booking'])).toEqual(made.map(({ booking }) => booking))
    expect(bookings[0]).toMatchObject({
      entry: made[0]?.entry,
      desk: 'writer',
      body: { note: made[0]?.booking },
      right: { state: 'waiting', rev: 1 },
    })
  })

  test('A snapshot and the events after its number give the newest state', async () => {
    const [desk, other] = [await hub.desk('reader'), await hub.desk('writer')]
    const one = await offer(other)
    const [first] = await portions(desk, 1000, () => other.claim(one.entry, 1))
    const events = await desk.client.query('SELECT effect FROM board.event WHERE seq > $1', [first?.['lastSeq']])
    expect(events.rows).toMatchObject([{ effect: { right: { state: 'claimed', rev: 2 } } }])
  })

  test('The first portion has the open amendments, the forgotten bookings and the mark of the last event', async () => {
    const [desk, other] = [await hub.desk('reader'), await hub.desk('writer')]
    const [amendment, move] = [newId('a'), newId('m')]
    const booking = newId('b')
    await other.call('forget', other.incarnation, booking, WHO)
    await other.send({ kind: 'amendment-opened', body: { amendment, move, kind: 'cancel', ...WHO } })
    const [event] = await hub.sql('SELECT mark FROM board.event ORDER BY seq DESC LIMIT 1')
    const [first, second] = await portions(desk, 20, async () => undefined)
    expect(first).toMatchObject({ mark: event?.['mark'], forgotten: [booking] })
    expect(first?.['amendments']).toMatchObject([{ amendment, move, kind: 'cancel', desk: 'writer', body: WHO }])
    expect(second).not.toHaveProperty('amendments')
  })

  test('A snapshot keeps the body of a proof, although a doubt of the taker comes later', async () => {
    const [former, taker] = [await hub.desk('former'), await hub.desk('taker')]
    const one = await offer(former)
    await former.claim(one.entry, 1)
    await silence(hub, 'former', 120)
    expect(verdict(await taker.take(one.entry, 2))).toBe('ok')
    const say = (state: string, outcome?: string) => ({
      ...settled(one, state, 3, outcome),
      body: { right: { state, rev: 3, outcome }, booking: { note: outcome ?? state }, keys: one.keys },
    })
    await former.send(say('done', 'booked'))
    await taker.send(say('doubt'))
    const noteOf = async () =>
      (await hub.sql(`SELECT body->>'note' AS note FROM board.booking WHERE booking = $1`, [one.booking]))[0]?.['note']
    expect(await noteOf()).toBe('booked')
    await taker.send({
      ...say('done', 'booked'),
      body: { right: { state: 'done', rev: 4, outcome: 'booked' }, booking: { note: 'driven' } },
    })
    expect(await noteOf()).toBe('driven')
  })

  test('Outside of a transaction of one moment a snapshot is refused', async () => {
    const desk = await hub.desk('reader')
    expect(await refusal(desk.call('snapshot', desk.incarnation, '', 10))).toBe('LK009')
  })
})

describe('A forgotten booking', () => {
  const personal = (booking: string) => `Person-of-${booking}`
  const withPerson = (one: Made) => saved(one, {}, { booking: { customer: personal(one.booking) } })
  const sold = async (desk: TestDesk): Promise<Made> => {
    const id = newId('r')
    const one = newBooking({
      name: `name-${id}`,
      phone: `phone-${id}`,
      ro: `ro-${id}`,
      vins: [`vin-${id}`],
      references: [id],
    })
    await desk.send(withPerson(one), settled(one, 'done', 1, 'booked'), {
      kind: 'amendment-opened',
      booking: one.booking,
      body: { amendment: newId('a'), move: newId('m'), kind: 'change', note: personal(one.booking) },
    })
    await desk.send({ kind: 'invented-later', entry: one.entry, body: { text: personal(one.booking) } })
    return one
  }

  test('No table has anything personal of a forgotten booking, and an event says that it was forgotten', async () => {
    const [desk, other] = [await hub.desk('writer'), await hub.desk('reader')]
    const one = await sold(desk)
    const words = [personal(one.booking), ...Object.values(one.keys).flat()].filter((word) =>
      String(word).includes('-'),
    )
    const had = await everyText()
    expect(words.filter((word) => !had.includes(String(word)))).toEqual([])
    expect(verdict(await other.call('forget', other.incarnation, one.booking, WHO))).toBe('ok')
    const has = await everyText()
    const days = ['2026-11-26']
    expect(words.filter((word) => !days.includes(String(word)) && has.includes(String(word)))).toEqual([])
    const [event] = await hub.sql('SELECT desk, kind, booking, body FROM board.event ORDER BY seq DESC LIMIT 1')
    expect(event).toEqual({ desk: 'reader', kind: 'forgotten', booking: one.booking, body: WHO })
    expect(await rightOf(hub, one)).toMatchObject({ state: 'done', outcome: 'booked' })
  })

  test('A late or repeated item brings nothing personal back', async () => {
    const desk = await hub.desk('writer')
    const one = await sold(desk)
    await desk.call('forget', desk.incarnation, one.booking, WHO)
    await desk.send(withPerson(one), {
      kind: 'changed',
      booking: one.booking,
      entry: one.entry,
      body: { booking: { text: personal(one.booking) } },
    })
    expect(await everyText()).not.toContain(personal(one.booking))
    const events = await hub.sql('SELECT effect FROM board.event ORDER BY seq DESC LIMIT 2')
    expect(events).toMatchObject([{ effect: { forgotten: true } }, { effect: { forgotten: true } }])
    await desk.call('append', desk.incarnation, [
      {
        n: (await desk.hello()).lastN,
        kind: 'changed',
        entry: one.entry,
        body: { booking: { text: personal(one.booking) } },
      },
    ])
    expect(await everyText()).not.toContain(personal(one.booking))
  })

  test('Forgetting again is harmless, and a booking that the hub does not know is forgotten ahead', async () => {
    const desk = await hub.desk('writer')
    const one = newBooking()
    for (let times = 0; times < 2; times += 1) {
      expect(verdict(await desk.call('forget', desk.incarnation, one.booking, WHO))).toBe('ok')
    }
    expect(await hub.sql(`SELECT seq FROM board.event WHERE booking = $1`, [one.booking])).toHaveLength(1)
    await desk.send(withPerson(one))
    expect(await everyText()).not.toContain(personal(one.booking))
  })

  test.for(['waiting', 'claimed', 'doubt'])('A booking whose entry is %s is not forgotten', async (state) => {
    const desk = await hub.desk('writer')
    const one = await offer(desk, {}, { state })
    expect(verdict(await desk.call('forget', desk.incarnation, one.booking, WHO))).toBe('state')
    expect(await hub.sql('SELECT body FROM board.booking WHERE booking = $1', [one.booking])).toHaveLength(1)
  })
})

describe('The retention', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  /** Makes the events up to now older. */
  const age = (days: number) => rewriteLog(hub, 'UPDATE board.event SET at = at - make_interval(days => $1)', [days])
  const drop = async (limit = 1_000_000) =>
    (await hub.sql('SELECT board.drop_old($1) AS answer', [limit]))[0]?.['answer']

  test('Events of more than 45 days go, and the floor says up to which number', async () => {
    const desk = await hub.desk('writer')
    await age(44)
    expect(await drop()).toMatchObject({ events: 0 })
    const { lastSeq: last } = await desk.call('beat', desk.incarnation, 0)
    await age(2)
    const { lastSeq } = await desk.send({ kind: 'note' })
    expect(await drop()).toMatchObject({ events: last, floorSeq: last })
    expect(await desk.call('beat', desk.incarnation, 0)).toMatchObject({ floorSeq: last, lastSeq })
    expect(await hub.sql('SELECT seq::float8 AS seq FROM board.event')).toEqual([{ seq: lastSeq }])
  })

  test('A desk that had an entry before its events were dropped still says that it sent the entry alone', async () => {
    const [first, second, third] = [await hub.desk('first'), await hub.desk('second'), await hub.desk('third')]
    const one = await offer(first)
    for (const [rev, taker] of [second, third].entries())
      expect(verdict(await taker.take(one.entry, rev + 1, { who: 'Dana R.', one: true }))).toBe('ok')
    await age(46)
    await drop()
    await first.send({ kind: 'alone-claim', entry: one.entry, body: { who: 'Dana R.', attempt: 'alone' } })
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'third', state: 'doubt' })
  })

  test('A call drops so many events at most, from the oldest', async () => {
    const desk = await hub.desk('writer')
    await drop()
    await desk.send(...Array.from({ length: 9 }, () => ({ kind: 'note' })))
    await age(46)
    expect(await drop(4)).toMatchObject({ events: 4 })
    expect(await drop(4)).toMatchObject({ events: 4 })
  })

  test('A call drops so many bookings at most, those that ended first before the others', async () => {
    const desk = await hub.desk('writer')
    await drop()
    const done = { state: 'done', outcome: 'booked' }
    const made = [await offer(desk, { endedAt: daysAgo(46) }, done), await offer(desk, { endedAt: daysAgo(47) }, done)]
    expect(await drop(1)).toMatchObject({ bookings: 1 })
    const kept = await hub.sql('SELECT booking FROM board.booking WHERE booking = ANY ($1)', [
      made.map(({ booking }) => booking),
    ])
    expect(kept).toEqual([{ booking: made[0]?.booking }])
    expect(await drop(1)).toMatchObject({ bookings: 1 })
  })

  test('Bookings go 45 days after their end, with all that names them but the send right, unless the entry is open', async () => {
    const desk = await hub.desk('writer')
    const done = { state: 'done', outcome: 'booked' }
    const [old, recent, running, open] = [
      await offer(desk, { endedAt: daysAgo(46) }, done),
      await offer(desk, { endedAt: daysAgo(44) }, done),
      await offer(desk, {}, done),
      await offer(desk, { endedAt: daysAgo(46) }, { state: 'doubt' }),
    ]
    expect(await drop()).toMatchObject({ bookings: 1 })
    const kept = await hub.sql('SELECT booking FROM board.booking WHERE booking = ANY ($1) ORDER BY first_seq', [
      [old, recent, running, open].map(({ booking }) => booking),
    ])
    expect(kept.map((row) => row['booking'])).toEqual([recent, running, open].map(({ booking }) => booking))
    // A hub whose clock is ahead drops too early. A desk that was away must not offer the entry as a new one.
    expect(await rightOf(hub, old)).toMatchObject({ state: 'done', outcome: 'booked' })
    expect(await hub.sql('SELECT booking FROM board.reference WHERE booking = $1', [old.booking])).toEqual([])
    await silence(hub, 'writer', 0)
    expect(verdict(await desk.claim(old.entry, 1))).toBe('state')
  })
})

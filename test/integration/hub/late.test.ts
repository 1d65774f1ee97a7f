import { beforeAll, describe, expect, test } from 'vitest'
import { newBooking, rightOf, saved, type Made } from '../../support/hub/bookings.ts'
import { startHub, type TestDesk, type TestHub } from '../../support/hub/board.ts'

/* What a line of a desk that does not have the booking any more adds to the newest body of the booking. */

const AT = '2026-11-27T10:00:00Z'
const LATER = '2026-11-27T11:00:00Z'

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

type Row = Readonly<Record<string, unknown>>
type Body = {
  readonly decisions?: readonly Row[]
  readonly amendments?: readonly Row[]
  readonly addedFacts?: readonly Row[]
}

const line = (one: Made, kind: string, body: unknown) => ({ ...saved(one, {}, { booking: body }), kind })

/** A booking that one desk offered with this body, and another took over. */
async function takenOver(body: Body = {}) {
  const [before, taker] = [await hub.desk('desk1'), await hub.desk('desk2')]
  const one = newBooking()
  await before.send(line(one, 'saved', body))
  expect(await taker.take(one.entry, 1, { one: true })).toMatchObject({ ok: true })
  const say = async (desk: TestDesk, said: unknown) => {
    await desk.send(line(one, 'settled', said))
    const [event] = await hub.sql('SELECT effect FROM board.event WHERE booking = $1 ORDER BY seq DESC LIMIT 1', [
      one.booking,
    ])
    return event?.['effect'] as Row
  }
  const newest = async () => {
    const [row] = await hub.sql('SELECT body FROM board.booking WHERE booking = $1', [one.booking])
    return row?.['body'] as Body
  }
  return { before, taker, one, say, newest }
}

const decided = (kind: string, at = AT) => ({ kind, at, detail: '7', decided_by: null, why: null })
const asked = (id: string, kind: string, state = 'waiting') => ({ id, move_id: 'm1', kind, state })

describe('A late line', () => {
  test('What a person changed and withdrew there is named once, with the name of the desk, and kept', async () => {
    const { before, say, newest } = await takenOver({ decisions: [decided('changed')] })
    const late = { decisions: [decided('changed'), decided('changed', LATER), decided('withdrawn', LATER)] }
    const acts = ['changed-elsewhere', 'withdrawn-elsewhere'].map((kind) => ({
      ...decided(kind, LATER),
      detail: 'Desk desk1',
    }))
    const effect = await say(before, late)
    expect(effect).toMatchObject({ late: true })
    expect(effect['acts']).toEqual(expect.arrayContaining(acts))
    expect((await newest()).decisions).toHaveLength(3)
    expect(await say(before, late)).not.toHaveProperty('acts')
    expect((await newest()).decisions).toHaveLength(3)
  })

  test('An act in the second of an act of the taker is named too', async () => {
    const { before, taker, one, say } = await takenOver()
    const [own, taken] = ['4', '9'].map((detail) => ({ ...decided('changed'), detail }))
    await taker.send(line(one, 'settled', { decisions: [taken] }))
    expect(await say(before, { decisions: [own] })).toMatchObject({ acts: [{ kind: 'changed-elsewhere', at: AT }] })
    expect(await say(before, { decisions: [own] })).not.toHaveProperty('acts')
  })

  test('An open request is kept unless one of the taker meets it, and a fact is kept once', async () => {
    const { before, say, newest } = await takenOver({ amendments: [asked('a', 'change')] })
    const late = {
      amendments: [asked('b', 'cancel'), asked('c', 'change'), asked('d', 'cancel', 'completed')],
      addedFacts: [
        { kind: 'note', at: AT },
        { kind: 'changed', at: AT },
      ],
    }
    await say(before, late)
    expect((await newest()).amendments).toEqual([asked('a', 'change'), asked('b', 'cancel')])
    await say(before, late)
    expect(await newest()).toMatchObject({ amendments: [{ id: 'a' }, { id: 'b' }], addedFacts: [{ kind: 'note' }] })
  })

  test.for(['placed-by-phone', 'withdrawn'])(
    'A proof that comes after the taker settled the entry as %s is a conflict that both desks read',
    async (outcome) => {
      const { before, taker, one } = await takenOver()
      const body = (state: string, rev: number, ended: string) => ({
        ...line(one, 'settled', {}),
        body: { right: { state, rev, outcome: ended }, booking: {} },
      })
      await taker.send(body('done', 2, outcome))
      await before.send(body('done', 1, 'booked'))
      const [event] = await hub.sql('SELECT effect FROM board.event WHERE booking = $1 ORDER BY seq DESC LIMIT 1', [
        one.booking,
      ])
      expect(event?.['effect']).toMatchObject({ conflict: 'desk2', right: { outcome } })
    },
  )

  test('The next body of an owner that has not read the late line keeps what was found', async () => {
    const { before, taker, say, newest } = await takenOver({ amendments: [asked('a', 'change')], decisions: [] })
    await say(before, {
      decisions: [decided('withdrawn')],
      amendments: [{ ...asked('a', 'change', 'withdrawn'), code: 'withdrawn' }, asked('b', 'cancel')],
      addedFacts: [{ kind: 'note', at: AT }],
    })
    await say(taker, {
      amendments: [asked('a', 'change'), asked('c', 'cancel', 'completed')],
      decisions: [decided('release')],
    })
    const { decisions = [], amendments = [], addedFacts } = await newest()
    expect(decisions.map(({ kind }) => kind)).toEqual(['release', 'withdrawn-elsewhere'])
    expect(amendments.map(({ id, state }) => [id, state])).toEqual([
      ['a', 'withdrawn'],
      ['c', 'completed'],
      ['b', 'waiting'],
    ])
    expect(addedFacts).toEqual([{ kind: 'note', at: AT }])
  })

  test('A request that a person withdrew there stays withdrawn, unless the newest body says that it left', async () => {
    const { before, say, newest } = await takenOver({
      amendments: [asked('a', 'cancel'), asked('b', 'change', 'submitted')],
    })
    const withdrawn = ['a', 'b'].map((id) => ({ ...asked(id, 'cancel', 'withdrawn'), code: 'withdrawn' }))
    await say(before, { amendments: withdrawn })
    expect((await newest()).amendments).toEqual([withdrawn[0], asked('b', 'change', 'submitted')])
  })

  test('A line of the owner, of a desk that never had the booking, and a line without lists change nothing', async () => {
    const { before, taker, say, newest } = await takenOver({ decisions: [] })
    const outsider = await hub.desk('desk3')
    const late = { decisions: [decided('withdrawn')] }
    expect(await say(outsider, late)).not.toHaveProperty('late')
    expect(await newest()).toEqual({ decisions: [] })
    for (const said of [
      {},
      { decisions: 'x', amendments: 7, addedFacts: {} },
      { decisions: [1, null, { kind: 'changed', at: 'soon' }] },
    ])
      expect(await say(before, said)).not.toHaveProperty('acts')
    expect(await newest()).toEqual({ decisions: [] })
    expect(await say(taker, late)).toMatchObject({ newest: true })
  })
})

test('A line that only names the entry of another desk lets its desk say nothing about the entry', async () => {
  const [owner, outsider] = [await hub.desk('desk1'), await hub.desk('desk4')]
  const one = newBooking()
  await owner.send(line(one, 'saved', {}))
  await outsider.send(line(one, 'saved', {}))
  await outsider.send({ kind: 'alone-claim', entry: one.entry, body: { who: 'Dana R.' } })
  await outsider.send({ ...line(one, 'settled', {}), body: { right: { state: 'done', rev: 1, outcome: 'booked' } } })
  expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk1', state: 'waiting', rev: 1 })
})

test('A new hub that hears the desk of before first names its late acts to the taker', async () => {
  const [before, taker] = [await hub.desk('desk1'), await hub.desk('desk2')]
  const one = newBooking()
  const told = (decisions: readonly Row[], rev: number) => ({
    ...saved(one, { rev, epoch: 0 }, { booking: { decisions } }),
    kind: 'saved',
  })
  await before.send(told([decided('changed')], 1))
  await taker.send(told([], 2))
  const [event] = await hub.sql('SELECT effect FROM board.event WHERE booking = $1 ORDER BY seq DESC LIMIT 1', [
    one.booking,
  ])
  expect(event?.['effect']).toMatchObject({
    newest: true,
    right: { owner: 'desk2' },
    acts: [{ kind: 'changed-elsewhere', at: AT, detail: 'Desk desk1' }],
  })
})

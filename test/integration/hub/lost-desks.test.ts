import { beforeAll, describe, expect, test } from 'vitest'
import {
  knownOf,
  loseDesk,
  newBooking,
  newId,
  offer,
  readAll,
  removeDesks,
  refill,
  rightOf,
  saved,
  settled,
  silence,
  verdict,
} from '../../support/hub/bookings.ts'
import { startHub, type TestDesk, type TestHub } from '../../support/hub/board.ts'

/* A desk that is gone for good before it told a new hub what the hub before knew. */

let hub: TestHub
let own: TestDesk
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

const person = { who: 'Dana R.' }

/** A new epoch, in which the desk `own` has told all, with an entry that the desk offered before. */
async function afterLoss(beside: readonly string[] = [], right: object = {}) {
  own = await hub.desk('own')
  // The desks of an earlier test told all before.
  await removeDesks(hub, ['own', ...beside])
  const known = await knownOf(hub)
  const epoch = Number((await own.hello({ ...known, seen: known.seen + 1 }))['epoch'])
  const old = newBooking()
  await own.send(saved(old, { epoch: 1, ...right }))
  await refill(own, epoch)
  return { epoch, old, rev: async () => (await rightOf(hub, old)).rev }
}

/** The store of the desk followed a hub before this one. */
const isOld = (role: string) => hub.sql('UPDATE board.desk SET is_new = false WHERE role = $1', [role])

describe('A desk that is lost', () => {
  test('An entry of an older epoch is in doubt once for a lost desk, and leaves after a person decided', async () => {
    await hub.admit('lost1')
    const { old, rev } = await afterLoss(['lost1'])
    expect(verdict(await own.claim(old.entry, 1))).toBe('frozen')
    expect(await rightOf(hub, old)).toMatchObject({ state: 'waiting', rev: 1 })
    await loseDesk(hub, 'lost1')
    expect(verdict(await own.claim(old.entry, 1))).toBe('state')
    expect(await rightOf(hub, old)).toMatchObject({ owner: 'own', state: 'doubt', rev: 2, takenFrom: 'lost1' })
    const [event] = await hub.sql('SELECT kind, effect FROM board.event ORDER BY seq DESC LIMIT 1')
    expect(event).toMatchObject({ kind: 'settled', effect: { right: { state: 'doubt', rev: 2 } } })
    expect(verdict(await own.claim(old.entry, 2, 'again', { resend: true }))).toBe('state')
    await own.send(settled(old, 'waiting', 2))
    expect(verdict(await own.claim(old.entry, await rev()))).toBe('ok')
  })

  test('An entry of an older epoch is in doubt for a lost desk with the next beat of its owner, without a claim', async () => {
    await hub.admit('lost5')
    const { old, epoch } = await afterLoss(['lost5'])
    const fresh = await offer(own)
    const { lastSeq: before } = await readAll(own)
    expect(await rightOf(hub, old)).toMatchObject({ state: 'waiting' })
    await loseDesk(hub, 'lost5')
    expect(await readAll(own)).toMatchObject({ epoch, lastSeq: Number(before) + 1 })
    expect(await rightOf(hub, old)).toMatchObject({ owner: 'own', state: 'doubt', rev: 2, takenFrom: 'lost5' })
    expect(await rightOf(hub, fresh)).toMatchObject({ state: 'waiting', rev: 1 })
  })

  test('An entry of an older epoch that was in doubt is not resent, because the lost desk may have settled the doubt', async () => {
    await hub.admit('lost2')
    const { old } = await afterLoss(['lost2'], { state: 'doubt', rev: 2 })
    await loseDesk(hub, 'lost2')
    expect(verdict(await own.claim(old.entry, 2, 'again', { resend: true }))).toBe('state')
    expect(await rightOf(hub, old)).toMatchObject({ state: 'doubt', takenFrom: 'lost2' })
  })

  test('An entry of an older epoch leaves if the desk that is gone told all before, or comes back under its name and tells', async () => {
    const known = await knownOf(hub)
    const told = await hub.desk('told')
    await isOld('told')
    await hub.admit('renewed')
    const { old, epoch } = await afterLoss(['told', 'renewed'])
    expect(epoch).toBeGreaterThan(known.epoch)
    await refill(told, epoch)
    await loseDesk(hub, 'told')
    await hub.sql(`UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = 'renewed'`)
    const again = await hub.desk('renewed2')
    // Its store followed the hub before.
    await hub.sql(`UPDATE board.desk SET name = 'DESK renewed', is_new = false WHERE role = 'renewed2'`)
    expect(verdict(await own.claim(old.entry, 1))).toBe('frozen')
    await refill(again, epoch)
    await readAll(own)
    const later = await offer(own, {}, { epoch: 1 })
    expect(verdict(await own.claim(old.entry, 1))).toBe('ok')
    // The desk told under its second role, so that nothing is lost when that role ends too.
    await loseDesk(hub, 'renewed2')
    expect(verdict(await own.claim(later.entry, 1))).toBe('ok')
  })

  test('An entry is in doubt also in a later epoch than the desk was lost in, unless it was offered after that', async () => {
    await hub.admit('lost3')
    const { epoch } = await afterLoss(['lost3'])
    await loseDesk(hub, 'lost3')
    const known = await knownOf(hub)
    const raised = Number((await own.hello({ ...known, seen: known.seen + 1 }))['epoch'])
    const [before, after] = [newBooking(), newBooking()]
    await own.send(saved(before, { epoch: epoch - 1 }), saved(after, { epoch }))
    await refill(own, raised)
    expect(verdict(await own.claim(before.entry, 1))).toBe('state')
    expect(verdict(await own.claim(after.entry, 1))).toBe('ok')
  })

  test('A desk that was retired a moment ago may be invited again, so that older entries wait and are not in doubt', async () => {
    await hub.admit('typed')
    const { old } = await afterLoss(['typed'])
    await hub.sql(`UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = 'typed'`)
    expect(await own.claim(old.entry, 1)).toMatchObject({ reason: 'frozen', missing: ['typed'] })
    // A time to come was written by a clock that was set back since.
    await hub.sql(`UPDATE board.desk SET gone_at = clock_timestamp() + interval '1 day' WHERE role = 'typed'`)
    expect(verdict(await own.claim(old.entry, 1))).toBe('state')
  })

  test('A desk that told but read nothing, or read but told nothing, is lost too until the desk is back', async () => {
    for (const doesTell of [true, false]) {
      const half = await hub.desk(`half-${String(doesTell)}`)
      await isOld(half.role)
      const { old, epoch } = await afterLoss([half.role])
      if (doesTell) await half.send({ kind: 'refilled', body: { epoch } })
      else await readAll(half)
      await readAll(own)
      await loseDesk(hub, half.role)
      const back = await offer(own, {}, { epoch: 1 })
      expect(verdict(await own.claim(old.entry, 1))).toBe('state')
      await half.hello()
      await refill(half, epoch)
      await readAll(own)
      expect(verdict(await own.claim(back.entry, 1))).toBe('ok')
    }
  })

  test('A new desk does not stand for the lost desk whose name it has, and a desk that followed a hub does', async () => {
    for (const isNew of [true, false]) {
      const [lost, named] = [`lost-${String(isNew)}`, `named-${String(isNew)}`]
      await hub.admit(lost)
      const { old, epoch } = await afterLoss([lost, named])
      await loseDesk(hub, lost)
      const again = await hub.desk(named)
      // The first hello of a desk says which hub its store followed.
      await hub.sql('UPDATE board.desk SET incarnation = NULL, name = $2 WHERE role = $1', [named, `Desk ${lost}`])
      await again.hello(isNew ? {} : { hub: 'lost', epoch: 1 })
      await refill(again, epoch)
      await readAll(own)
      expect(verdict(await own.claim(old.entry, 1))).toBe(isNew ? 'state' : 'ok')
    }
  })

  test('A new desk is still new when it is invited again, also under the name of a lost desk', async () => {
    await hub.admit('first')
    const { old, epoch } = await afterLoss(['first', 'second', 'third'])
    await loseDesk(hub, 'first')
    const { hub: id } = await knownOf(hub)
    for (const [role, known] of [
      ['second', {}],
      ['third', { hub: id, epoch }],
    ] as const) {
      const desk = await hub.desk(role)
      await hub.sql(`UPDATE board.desk SET incarnation = NULL, name = 'Desk first' WHERE role = $1`, [role])
      await desk.hello(known)
      await refill(desk, epoch)
      if (role === 'second') await loseDesk(hub, role)
    }
    await readAll(own)
    expect(verdict(await own.claim(old.entry, 1))).toBe('state')
  })

  test.for([2, 9])(
    'A lost desk that is found with another booking under the entry, at revision %s, is a conflict, and with the same one is none',
    async (revision) => {
      const booked = (number: number) => ({ booking: { moves: [{ move: { number } }] } })
      for (const [found, number] of [
        ['same', 41],
        ['other', 42],
      ] as const) {
        const lost = `${found}${revision}`
        await hub.admit(lost)
        const { old } = await afterLoss([lost])
        await loseDesk(hub, lost)
        expect(verdict(await own.claim(old.entry, 1))).toBe('state')
        // The provider said, wrongly, that nothing is booked.
        await own.send(settled(old, 'waiting', 2))
        expect(verdict(await own.claim(old.entry, 3))).toBe('ok')
        const done = settled(old, 'done', 4, 'booked')
        await own.send({ ...done, body: { ...done.body, ...booked(41), keys: old.keys } })
        const back = await hub.desk(`${lost}back`)
        await hub.sql('UPDATE board.desk SET name = $2 WHERE role = $1', [back.role, `Desk ${lost}`])
        const right = { state: 'done', outcome: 'booked', rev: revision, epoch: 1 }
        await back.send(saved(old, right, booked(number)))
        const [event] = await hub.sql(
          `SELECT effect->>'conflict' AS conflict FROM board.event ORDER BY seq DESC LIMIT 1`,
        )
        expect(event).toEqual({ conflict: found === 'same' ? null : 'own' })
      }
    },
  )

  test('An entry that is new in this epoch leaves beside a lost desk', async () => {
    await hub.admit('lost4')
    await afterLoss(['lost4'])
    await loseDesk(hub, 'lost4')
    const fresh = await offer(own)
    expect(verdict(await own.claim(fresh.entry, 1))).toBe('ok')
  })
})

describe('A claim that a hub lost', () => {
  const seen = ({ booking, entry }: ReturnType<typeof newBooking>) => ({ kind: 'claim-seen', booking, entry })

  test('A claim that another desk saw puts the entry of an older epoch in doubt once', async () => {
    const { old, epoch, rev } = await afterLoss()
    const [other, third] = [await hub.desk('sees'), await hub.desk('sees2')]
    for (const desk of [other, third]) await refill(desk, epoch)
    await readAll(own)
    await own.send(seen(old))
    expect(await rightOf(hub, old)).toMatchObject({ state: 'waiting', rev: 1 })
    await other.send(seen(old))
    expect(await rightOf(hub, old)).toMatchObject({ owner: 'own', state: 'doubt', rev: 2, takenFrom: 'own' })
    const [kept] = await hub.sql('SELECT claimants FROM board.send_right WHERE entry = $1', [old.entry])
    expect(kept).toEqual({ claimants: ['own'] })
    await own.send(settled(old, 'waiting', 2))
    await third.send(seen(old))
    expect(await rightOf(hub, old)).toMatchObject({ state: 'waiting', rev: 3 })
    for (const desk of [own, other, third]) await readAll(desk)
    expect(verdict(await own.claim(old.entry, await rev()))).toBe('ok')
  })

  test('A claim that another desk saw changes nothing about an entry of this epoch, or one that is settled', async () => {
    const { old } = await afterLoss([], { state: 'done', outcome: 'withdrawn' })
    const other = await hub.desk('sees')
    const fresh = await offer(own)
    await other.send(seen(fresh), seen(old))
    expect(await rightOf(hub, fresh)).toMatchObject({ state: 'waiting', rev: 1 })
    expect(await rightOf(hub, old)).toMatchObject({ state: 'done', rev: 1 })
  })
})

describe('A hub that began a new epoch', () => {
  test('An entry of an older epoch waits until each desk has read what the others told', async () => {
    const other = await hub.desk('reads')
    await isOld('reads')
    const { old, epoch } = await afterLoss(['reads'])
    // The number is that of an event of the hub before.
    await other.hello({ cursor: 10 ** 6 })
    await other.send({ kind: 'refilled', body: { epoch } })
    expect(await own.claim(old.entry, 1)).toMatchObject({ reason: 'frozen', missing: ['own', 'reads'] })
    await readAll(own)
    expect(await own.claim(old.entry, 1)).toMatchObject({ reason: 'frozen', missing: ['reads'] })
    // A desk that is silent knows as much as before.
    await silence(hub, 'reads', 91)
    expect(await readAll(own)).toMatchObject({ missing: ['reads'] })
    await readAll(other)
    expect(verdict(await own.claim(old.entry, 1))).toBe('ok')
  })
})

describe('A desk that told and read all', () => {
  test('The desk holds up no older entry when a new desk joins, or when it connects again', async () => {
    const told = await hub.desk('away')
    await isOld('away')
    const { old, epoch } = await afterLoss(['away', 'joins'])
    const isLast = async () => (await hub.sql('SELECT refilled_seq = last_seq AS last FROM board.hub'))[0]?.['last']
    // A desk that was new here tells again in a later epoch.
    expect(await isLast()).toBe(true)
    await refill(told, epoch)
    await readAll(own)
    await refill(await hub.desk('joins'), epoch)
    expect(await isLast()).toBe(false)
    const known = await knownOf(hub)
    await told.hello(known)
    const later = await offer(own, {}, { epoch: 1 })
    expect(verdict(await own.claim(old.entry, 1))).toBe('ok')
    // A store that was recovered has read nothing.
    await told.hello({ ...known, seen: 0, mark: undefined })
    expect(verdict(await own.claim(later.entry, 1))).toBe('frozen')
  })
})

describe('A desk that keeps the booking of a lost desk', () => {
  const replica = (one: ReturnType<typeof newBooking>, gone: string, right: object = {}) => {
    const { kind: _kind, body, ...ids } = saved(one, { epoch: 1, ...right })
    return { kind: 'replica-offered', ...ids, body: { ...body, for: gone } }
  }
  const count = async ({ booking }: { readonly booking: string }) =>
    (await hub.sql('SELECT desk FROM board.booking WHERE booking = $1', [booking])).map(({ desk }) => desk)

  test('A booking of a desk that is gone is offered by another desk, and is in doubt for the desk that takes it over', async () => {
    await hub.admit('gone1')
    const { epoch } = await afterLoss(['gone1'])
    await loseDesk(hub, 'gone1')
    const other = await hub.desk('other')
    await refill(other, epoch)
    await readAll(own)
    const one = newBooking()
    await own.send(replica(one, 'gone1'))
    await other.send(replica(one, 'gone1'))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'gone1', state: 'doubt', rev: 1, takenFrom: 'gone1' })
    expect(await count(one)).toEqual(['gone1'])
    expect(verdict(await own.claim(one.entry, 1))).toBe('owner')
    expect(await own.take(one.entry, 1, person)).toMatchObject({ ok: true, right: { owner: 'own', state: 'doubt' } })
    await own.send(settled(one, 'waiting', 2))
    expect(verdict(await own.claim(one.entry, 3))).toBe('ok')
  })

  test('A booking of another desk is not offered for a desk that is here, in the epoch of its offer, or over what the hub knows', async () => {
    await hub.admit('gone2')
    const { old } = await afterLoss(['gone2'])
    await hub.desk('here')
    await loseDesk(hub, 'gone2')
    const [here, fresh, forgotten] = [newBooking(), newBooking(), newBooking()]
    await hub.sql('INSERT INTO board.forgotten (booking) VALUES ($1)', [forgotten.booking])
    await own.send(
      replica(here, 'here'),
      replica(fresh, 'gone2', { epoch: 10 ** 15 }),
      replica(forgotten, 'gone2'),
      replica(old, 'gone2'),
      replica({ ...old, entry: newId('e') }, 'gone2'),
    )
    for (const one of [here, fresh, forgotten]) {
      expect(await rightOf(hub, one)).toBeUndefined()
      expect(await count(one)).toEqual([])
    }
    expect(await rightOf(hub, old)).toMatchObject({ owner: 'own', state: 'waiting', rev: 1 })
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { knownOf, newBooking, newId, offer, rightOf, saved, settled, verdict } from '../../support/hub/bookings.ts'
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
async function afterLoss(right: object = {}) {
  own = await hub.desk('own')
  const known = await knownOf(hub)
  const epoch = Number((await own.hello({ ...known, seen: known.seen + 1 }))['epoch'])
  const old = newBooking()
  await own.send(saved(old, { epoch: 1, ...right }), { kind: 'refilled', body: { epoch } })
  return { epoch, old, rev: async () => (await rightOf(hub, old)).rev }
}

const name = (role: string, as: string) => hub.sql('UPDATE board.desk SET name = $2 WHERE role = $1', [role, as])
const loseDesk = (role: string) => hub.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [role])

describe('A desk that is lost', () => {
  test('An entry of an older epoch is in doubt once for a lost desk, and leaves after a person decided', async () => {
    await hub.admit('lost1')
    const { old, rev } = await afterLoss()
    expect(verdict(await own.claim(old.entry, 1))).toBe('frozen')
    expect(await rightOf(hub, old)).toMatchObject({ state: 'waiting', rev: 1 })
    await loseDesk('lost1')
    expect(verdict(await own.claim(old.entry, 1))).toBe('state')
    expect(await rightOf(hub, old)).toMatchObject({ owner: 'own', state: 'doubt', rev: 2, takenFrom: 'lost1' })
    const [event] = await hub.sql('SELECT kind, effect FROM board.event ORDER BY seq DESC LIMIT 1')
    expect(event).toMatchObject({ kind: 'settled', effect: { right: { state: 'doubt', rev: 2 } } })
    expect(verdict(await own.claim(old.entry, 2, 'again', { resend: true }))).toBe('state')
    await own.send(settled(old, 'waiting', 2))
    expect(verdict(await own.claim(old.entry, await rev()))).toBe('ok')
  })

  test('An entry of an older epoch that was in doubt is not resent, because the lost desk may have settled the doubt', async () => {
    await hub.admit('lost2')
    const { old } = await afterLoss({ state: 'doubt', rev: 2 })
    await loseDesk('lost2')
    expect(verdict(await own.claim(old.entry, 2, 'again', { resend: true }))).toBe('state')
    expect(await rightOf(hub, old)).toMatchObject({ state: 'doubt', takenFrom: 'lost2' })
  })

  test('An entry of an older epoch leaves if the desk that is gone told all before, or comes back under its name and tells', async () => {
    const known = await knownOf(hub)
    const told = await hub.desk('told')
    await hub.admit('renewed')
    const { old, epoch } = await afterLoss()
    expect(epoch).toBeGreaterThan(known.epoch)
    await told.send({ kind: 'refilled', body: { epoch } })
    await loseDesk('told')
    await loseDesk('renewed')
    const again = await hub.desk('renewed2')
    await name('renewed2', 'DESK renewed')
    expect(verdict(await own.claim(old.entry, 1))).toBe('frozen')
    await again.send({ kind: 'refilled', body: { epoch } })
    expect(verdict(await own.claim(old.entry, 1))).toBe('ok')
  })

  test('An entry of an older epoch is not in doubt again because of a desk that was lost in an earlier epoch', async () => {
    await hub.admit('lost3')
    await afterLoss()
    await loseDesk('lost3')
    const { old } = await afterLoss()
    await hub.sql('UPDATE board.desk SET refilled_epoch = 1e15 WHERE gone_at IS NULL')
    expect(verdict(await own.claim(old.entry, 1))).toBe('ok')
  })

  test('An entry that is new in this epoch leaves beside a lost desk', async () => {
    await hub.admit('lost4')
    await afterLoss()
    await loseDesk('lost4')
    const fresh = await offer(own)
    expect(verdict(await own.claim(fresh.entry, 1))).toBe('ok')
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
    const { epoch } = await afterLoss()
    await loseDesk('gone1')
    const other = await hub.desk('other')
    await other.send({ kind: 'refilled', body: { epoch } })
    const one = newBooking()
    await own.send(replica(one, 'gone1'))
    await other.send(replica(one, 'gone1'))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'gone1', state: 'doubt', rev: 1 })
    expect(await count(one)).toEqual(['gone1'])
    expect(verdict(await own.claim(one.entry, 1))).toBe('owner')
    expect(await own.take(one.entry, 1, person)).toMatchObject({ ok: true, right: { owner: 'own', state: 'doubt' } })
    await own.send(settled(one, 'waiting', 2))
    expect(verdict(await own.claim(one.entry, 3))).toBe('ok')
  })

  test('A booking of another desk is not offered for a desk that is here, in the epoch of its offer, or over what the hub knows', async () => {
    await hub.admit('gone2')
    const { old } = await afterLoss()
    await hub.desk('here')
    await loseDesk('gone2')
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

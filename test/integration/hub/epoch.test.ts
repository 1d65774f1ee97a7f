import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  knownOf,
  loseDesk,
  newBooking,
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

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

/** Takes every other desk off the roster, because a desk that never refilled keeps entries of an older epoch frozen. */
async function alone(...roles: readonly string[]): Promise<readonly TestDesk[]> {
  await removeDesks(hub, roles)
  return Promise.all(roles.map((role) => hub.desk(role)))
}

describe('A hub that was set back', () => {
  test.for([
    ['a higher number', (known: Known) => ({ ...known, seen: known.seen + 1 })],
    ['another event under the same number', (known: Known) => ({ ...known, mark: 'other' })],
    ['a higher epoch', (known: Known) => ({ ...known, epoch: known.epoch + 1 })],
    ['a number of its own that the hub lost', (known: Known) => ({ ...known, acknowledged: 99 })],
    ['an earlier hub of the same or a later epoch', (known: Known) => ({ ...known, hub: 'earlier' })],
  ] as const)('A desk that knows %s raises the epoch', async ([, changed]) => {
    const desk = await hub.desk('raises')
    const known = await knownOf(hub)
    const { epoch } = await desk.hello(changed(known))
    expect(epoch).toBeGreaterThan(known.epoch)
    const [event] = await hub.sql('SELECT kind, effect FROM board.event ORDER BY seq DESC LIMIT 1')
    expect(event).toEqual({ kind: 'epoch-raised', effect: { epoch } })
  })

  test('A desk raises the epoch also after another desk made one up', async () => {
    const own = await startHub()
    onTestFinished(own.remove)
    const desk = await own.desk('raises')
    await own.sql('UPDATE board.hub SET epoch = 1000000000000000')
    const known = await knownOf(own)
    expect(await desk.hello({ ...known, seen: known.seen + 1 })).toMatchObject({ epoch: 10 ** 15 + 1 })
  })

  test('A desk that knows the same, less, an older epoch, or one that no hub can have raises nothing', async () => {
    const desk = await hub.desk('raises')
    const known = await knownOf(hub)
    for (const one of [
      known,
      { ...known, seen: known.seen - 1, mark: undefined },
      {},
      { hub: 'earlier', epoch: 1, seen: 10 ** 9 },
      { hub: 'made up', epoch: 10 ** 15, seen: 10 ** 9 },
    ]) {
      expect((await desk.hello(one))['epoch']).toBe(known.epoch)
    }
  })

  type Known = Awaited<ReturnType<typeof knownOf>>

  test('An entry of an older epoch is frozen until every desk has refilled; a new booking leaves at once', async () => {
    const [desk, other] = await alone('frozen1', 'frozen2')
    if (desk === undefined || other === undefined) throw new Error('two desks')
    const old = await offer(desk)
    const epoch = await raise(desk)
    const fresh = await offer(desk)
    expect(await desk.claim(old.entry, 1)).toMatchObject({ reason: 'frozen', missing: ['frozen1', 'frozen2'] })
    await silence(hub, 'frozen1', 91)
    expect(verdict(await other.take(old.entry, 1))).toBe('frozen')
    expect(verdict(await desk.claim(fresh.entry, 1))).toBe('ok')
    await refill(desk, epoch)
    expect(await desk.claim(old.entry, 1)).toMatchObject({ reason: 'frozen', missing: ['frozen2'] })
    await refill(other, epoch)
    await readAll(desk)
    expect(verdict(await desk.claim(old.entry, 1))).toBe('ok')
  })

  test('A person who names the missing desk gone ends the freeze', async () => {
    const [desk] = await alone('frozen1', 'frozen2')
    if (desk === undefined) throw new Error('a desk')
    const old = await offer(desk)
    const epoch = await raise(desk)
    await refill(desk, epoch)
    expect(verdict(await desk.claim(old.entry, 1))).toBe('frozen')
    await silence(hub, 'frozen2', 91)
    await desk.send({ kind: 'desk-gone', body: { desk: 'frozen2', who: 'Dana R.' } })
    // A person decides about what the desk may have sent (lost-desks.test.ts).
    await loseDesk(hub, 'frozen2')
    expect(verdict(await desk.claim(old.entry, 1))).toBe('state')
  })

  test('A right without an epoch counts as offered under the oldest', async () => {
    const [desk] = await alone('frozen1', 'frozen2')
    if (desk === undefined) throw new Error('a desk')
    const one = newBooking()
    await raise(desk)
    await desk.send(saved(one, { epoch: undefined }))
    expect(verdict(await desk.claim(one.entry, 1))).toBe('frozen')
  })

  /** What two desks of a lost hub send to the new one, in both orders, and what becomes of the right. */
  const refills: readonly (readonly [string, object, object, object])[] = [
    [
      'the owner and a taker of a waiting entry',
      { rev: 1 },
      { rev: 2 },
      { owner: 'frozen2', state: 'waiting', rev: 2 },
    ],
    [
      'the former owner and a taker in doubt',
      { state: 'claimed', rev: 2 },
      { state: 'doubt', rev: 3 },
      { owner: 'frozen2', state: 'doubt', rev: 3 },
    ],
    [
      'a former owner who moved on alone and a taker in doubt at the same revision',
      { rev: 3 },
      { state: 'doubt', rev: 3 },
      { owner: 'frozen2', state: 'doubt', rev: 3 },
    ],
  ]
  test.for(refills)(
    'After a loss, of %s the later revision owns the entry in both orders',
    async ([, first, second, right]) => {
      for (const isTurned of [false, true]) {
        const [desk, other] = await alone('frozen1', 'frozen2')
        if (desk === undefined || other === undefined) throw new Error('two desks')
        await raise(desk)
        const one = newBooking()
        const sends = [
          () => desk.send(saved(one, { epoch: 1, ...first })),
          () => other.send(saved(one, { epoch: 1, ...second })),
        ]
        for (const send of isTurned ? sends.toReversed() : sends) await send()
        expect(await rightOf(hub, one)).toMatchObject(right)
      }
    },
  )

  test('After a loss a proof of the booking stays, in both orders', async () => {
    for (const isTurned of [false, true]) {
      const [desk, other] = await alone('frozen1', 'frozen2')
      if (desk === undefined || other === undefined) throw new Error('two desks')
      await raise(desk)
      const one = newBooking()
      const proof = { state: 'done', outcome: 'booked', rev: 3, epoch: 1 }
      const sends = [
        () => desk.send(saved(one, proof)),
        () => other.send(saved(one, { state: 'doubt', rev: 3, epoch: 1 })),
      ]
      for (const send of isTurned ? sends.toReversed() : sends) await send()
      expect(await rightOf(hub, one)).toMatchObject({ state: 'done', outcome: 'booked' })
    }
  })

  test('In the epoch of its offer an entry is not replaced by an item of another desk', async () => {
    const [desk, other] = [await hub.desk('frozen1'), await hub.desk('frozen2')]
    const one = await offer(desk)
    await other.send(saved(one, { state: 'claimed', rev: 9 }))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'frozen1', state: 'waiting', rev: 1 })
    await desk.send(settled(one, 'done', 1, 'withdrawn'))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'frozen1', state: 'done' })
  })

  async function raise(desk: TestDesk): Promise<number> {
    const known = await knownOf(hub)
    const answer = await desk.hello({ ...known, seen: known.seen + 1 })
    return Number(answer['epoch'])
  }
})

import { beforeAll, describe, expect, test } from 'vitest'
import { type Made, newId, offer, rightOf, saved, settled, silence, verdict } from '../../support/hub/bookings.ts'
import { type Item, startHub, type TestDesk, type TestHub } from '../../support/hub/board.ts'
import { proves } from '../../support/spec-rows.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

/** A person at the taker says that the booking in doubt is not there, and the taker sends and books the entry. */
async function sentAgain(taker: TestDesk, one: Made): Promise<void> {
  await taker.send(settled(one, 'waiting', 3))
  expect(verdict(await taker.claim(one.entry, 4, 'attempt-2'))).toBe('ok')
  await taker.send(settled(one, 'done', 5, 'booked'))
}

describe('A takeover', () => {
  const takeFrom = async (right: object) => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk, {}, right)
    await silence(hub, 'desk1', 91)
    return { one, desk, other, answer: await other.take(one.entry, 1) }
  }

  test('A waiting entry stays waiting at the taker, who may claim it; the former owner may not', async () => {
    const { one, desk, other, answer } = await takeFrom({})
    expect(answer).toMatchObject({ ok: true, right: { owner: 'desk2', state: 'waiting', rev: 2, takenFrom: 'desk1' } })
    expect(verdict(await desk.claim(one.entry, 1))).toBe('owner')
    expect(verdict(await other.claim(one.entry, 2))).toBe('ok')
  })

  test('A claimed entry comes to the taker in doubt, with the time of the claim', async () => {
    proves('board: 12')
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    const { right } = await desk.claim(one.entry, 1)
    await silence(hub, 'desk1', 91)
    const answer = await other.take(one.entry, 2)
    expect(answer).toMatchObject({ ok: true, right: { owner: 'desk2', state: 'doubt', claimedAt: right?.claimedAt } })
    expect(answer['claimedMsAgo']).toBeLessThan(30_000)
    expect(verdict(await other.claim(one.entry, 3))).toBe('state')
  })

  test('An entry in doubt stays in doubt at the taker', async () => {
    const { answer } = await takeFrom({ state: 'doubt' })
    expect(answer.right).toMatchObject({ owner: 'desk2', state: 'doubt', rev: 2 })
  })

  test('A settled entry is not taken over', async () => {
    const { answer } = await takeFrom({ state: 'done', outcome: 'booked' })
    expect(verdict(answer)).toBe('state')
  })

  test('An entry of a desk that was heard within 90 seconds is not taken over', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await silence(hub, 'desk1', 88)
    expect(verdict(await other.take(one.entry, 1))).toBe('heard')
    await silence(hub, 'desk1', 91)
    expect(verdict(await other.take(one.entry, 1))).toBe('ok')
  })

  test('A desk takes no entry of its own, no entry at an old revision, and no entry that the hub does not know', async () => {
    const { one, desk, other } = await takeFrom({})
    expect(verdict(await other.take(one.entry, 2))).toBe('own')
    expect(verdict(await desk.take(one.entry, 1))).toBe('stale')
    expect(verdict(await desk.take(newId('e'), 1))).toBe('unknown')
  })

  test('With the consent of its owner an entry is taken over at once, by the named desk alone', async () => {
    const [desk, other, third] = [await hub.desk('desk1'), await hub.desk('desk2'), await hub.desk('desk3')]
    const one = await offer(desk)
    await desk.send({ kind: 'handed-over', entry: one.entry, body: { to: 'desk3' } })
    expect(verdict(await other.take(one.entry, 1))).toBe('heard')
    expect((await third.take(one.entry, 1)).right).toMatchObject({ owner: 'desk3', state: 'waiting' })
    const any = await offer(desk)
    await desk.send({ kind: 'handed-over', entry: any.entry, body: {} })
    expect(verdict(await other.take(any.entry, 1))).toBe('ok')
  })

  test('Another desk cannot consent for the owner', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await other.send({ kind: 'handed-over', entry: one.entry, body: {} })
    expect(verdict(await other.take(one.entry, 1))).toBe('heard')
  })
})

describe('A takeover of one booking', () => {
  const ONE = { one: true }
  const desks = async () => [await hub.desk('desk1'), await hub.desk('desk2')] as const

  test.for(['waiting', 'doubt'])('An entry that is %s is taken from a desk that is heard', async (state) => {
    const [desk, other] = await desks()
    const one = await offer(desk, {}, { state })
    expect(verdict(await other.take(one.entry, 1))).toBe('heard')
    expect((await other.take(one.entry, 1, ONE)).right).toMatchObject({ owner: 'desk2', state, rev: 2 })
  })

  test('An entry that a heard desk sends in this moment is not taken, and a silent desk leaves it in doubt', async () => {
    const [desk, other] = await desks()
    const one = await offer(desk)
    await desk.claim(one.entry, 1)
    expect(verdict(await other.take(one.entry, 2, ONE))).toBe('sending')
    await silence(hub, 'desk1', 91)
    expect((await other.take(one.entry, 2, ONE)).right).toMatchObject({ owner: 'desk2', state: 'doubt' })
  })

  test('A settled entry stays settled, and no later line of the desk of before is its newest body', async () => {
    const [desk, other] = await desks()
    const one = await offer(desk)
    await desk.send(settled(one, 'done', 1, 'booked'))
    expect((await other.take(one.entry, 2, ONE)).right).toMatchObject({ owner: 'desk2', state: 'done', rev: 3 })
    const bodyNow = async () =>
      (await hub.sql('SELECT body FROM board.booking WHERE booking = $1', [one.booking])).map(({ body }) => body)
    const line = (note: string, rev: number) => {
      const item = settled(one, 'done', rev, 'booked')
      return { ...item, body: { ...item.body, booking: { note }, keys: one.keys } }
    }
    await other.send(line('taker', 3))
    await desk.send(line('late', 2))
    expect(await bodyNow()).toEqual([{ note: 'taker' }])
    const [event] = await hub.sql(`SELECT effect FROM board.event ORDER BY seq DESC LIMIT 1`)
    expect(event?.['effect']).not.toHaveProperty('conflict')
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk2', state: 'done', outcome: 'booked', rev: 3 })
  })

  test('A booking that two desks booked is a conflict, also after a third desk took it over', async () => {
    const [desk, other] = await desks()
    const third = await hub.desk('desk3')
    const one = await offer(desk)
    await desk.claim(one.entry, 1)
    await silence(hub, 'desk1', 91)
    await other.take(one.entry, 2)
    await sentAgain(other, one)
    expect(verdict(await third.take(one.entry, 6, ONE))).toBe('ok')
    await desk.send(settled(one, 'done', 2, 'booked'))
    const [event] = await hub.sql(`SELECT effect FROM board.event ORDER BY seq DESC LIMIT 1`)
    expect(event?.['effect']).toMatchObject({ conflict: 'desk2', right: { owner: 'desk3' } })
  })

  test('A takeover of one booking at an old revision is refused, and one of the own desk too', async () => {
    const [desk, other] = await desks()
    const one = await offer(desk)
    expect(verdict(await other.take(one.entry, 2, ONE))).toBe('stale')
    expect(verdict(await desk.take(one.entry, 1, ONE))).toBe('own')
  })
})

describe('A desk that was retired and invited again', () => {
  const retiredAs = async (name: string, newName = name) => {
    const [before, again, other] = [
      await hub.desk(`${name}-before`),
      await hub.desk(`${name}-again`),
      await hub.desk('desk3'),
    ]
    const rename = (role: string, to: string) => hub.sql('UPDATE board.desk SET name = $2 WHERE role = $1', [role, to])
    await rename(before.role, name)
    await rename(again.role, newName)
    const one = await offer(before)
    const retire = () => hub.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [before.role])
    return { before, again, other, one, retire }
  }

  test('What it offers again under its name is its own, and may be claimed', async () => {
    const { again, one, retire } = await retiredAs('Lane 4', 'lane 4')
    await retire()
    await again.send(saved(one))
    expect(await rightOf(hub, one)).toMatchObject({ owner: again.role, state: 'waiting', rev: 2 })
    expect(verdict(await again.claim(one.entry, 2))).toBe('ok')
  })

  test('A claimed entry stays claimed, so that the desk says what became of its request', async () => {
    const { before, again, one, retire } = await retiredAs('Lane 5')
    await before.claim(one.entry, 1, 'attempt-1')
    await retire()
    await again.send(saved(one, { rev: 2 }))
    expect(await rightOf(hub, one)).toMatchObject({ owner: again.role, state: 'claimed', attempt: 'attempt-1', rev: 3 })
  })

  test('The entry stays with a desk that is not retired, has another name, or took the entry over', async () => {
    const active = await retiredAs('Lane 6')
    await active.again.send(saved(active.one))
    expect(await rightOf(hub, active.one)).toMatchObject({ owner: active.before.role, rev: 1 })
    const renamed = await retiredAs('Lane 7', 'Lane 8')
    await renamed.retire()
    await renamed.again.send(saved(renamed.one))
    expect(await rightOf(hub, renamed.one)).toMatchObject({ owner: renamed.before.role, rev: 1 })
    const taken = await retiredAs('Lane 9')
    await taken.retire()
    expect(verdict(await taken.other.take(taken.one.entry, 1))).toBe('ok')
    await taken.again.send(saved(taken.one))
    expect(await rightOf(hub, taken.one)).toMatchObject({ owner: 'desk3', rev: 2 })
  })
})

describe('The outcome of an entry', () => {
  /** Every move that the owner of an entry may report, at the revision 1. */
  const moves: readonly (readonly [from: string, to: string, becomes: string, rev: number])[] = [
    ['waiting', 'done', 'done', 2],
    ['waiting', 'doubt', 'doubt', 2],
    ['waiting', 'waiting', 'waiting', 1],
    ['waiting', 'claimed', 'claimed', 2],
    ['claimed', 'waiting', 'waiting', 2],
    ['claimed', 'doubt', 'doubt', 2],
    ['claimed', 'done', 'done', 2],
    ['doubt', 'waiting', 'waiting', 2],
    ['doubt', 'done', 'done', 2],
    ['doubt', 'claimed', 'doubt', 1],
    ['done', 'waiting', 'done', 1],
    ['done', 'claimed', 'done', 1],
    ['done', 'doubt', 'done', 1],
  ]
  test.for(moves)(
    'The owner moves an entry from %s to %s, and the entry becomes %s',
    async ([from, to, becomes, rev]) => {
      const desk = await hub.desk('desk1')
      const one = await offer(desk, {}, { state: from })
      await desk.send(settled(one, to, 1))
      expect(await rightOf(hub, one)).toMatchObject({ state: becomes, rev })
    },
  )

  test('An old report of the owner does not move an entry that was taken over there and back', async () => {
    const { one, desk } = await takenBack()
    await desk.send(settled(one, 'waiting', 2, 'not-sent'))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk1', state: 'doubt' })
  })

  test('A former owner moves nothing, and a proof of the booking ends the doubt of the taker', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await desk.claim(one.entry, 1)
    await silence(hub, 'desk1', 91)
    await other.take(one.entry, 2)
    for (const state of ['waiting', 'doubt', 'done']) await desk.send(settled(one, state, 3, 'withdrawn'))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk2', state: 'doubt', rev: 3 })
    await desk.send(settled(one, 'done', 2, 'booked'))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk2', state: 'done', outcome: 'booked' })
  })

  describe('A desk of before says that its claim booked nothing', () => {
    const notBooked = (one: Made, rev: number): Item => ({
      ...settled(one, 'waiting', rev),
      body: { right: { state: 'waiting', rev }, notBooked: true },
    })
    /** Sends the item, and answers whether the hub tells the owner. */
    const isTold = async (desk: TestDesk, item: Item) => {
      await desk.send(item)
      const [event] = await hub.sql('SELECT effect FROM board.event ORDER BY seq DESC LIMIT 1')
      return (event?.['effect'] as { notBooked?: boolean } | undefined)?.notBooked === true
    }
    const takenInDoubt = async () => {
      const [desk, other, third] = [await hub.desk('desk1'), await hub.desk('desk2'), await hub.desk('desk3')]
      const one = await offer(third)
      await silence(hub, 'desk3', 91)
      await desk.take(one.entry, 1)
      await desk.claim(one.entry, 2)
      await silence(hub, 'desk1', 91)
      await other.take(one.entry, 3)
      return { desk, other, third, one }
    }

    test('The owner is told, and moves the right itself', async () => {
      proves('board: 12.said')
      const { desk, other, one } = await takenInDoubt()
      expect(await isTold(desk, notBooked(one, 4))).toBe(true)
      expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk2', state: 'doubt', rev: 4 })
      await other.send(settled(one, 'waiting', 4))
      expect(verdict(await other.claim(one.entry, 5, 'attempt-2'))).toBe('ok')
    })

    test('The owner is not told by a third desk, at another revision, of a claim of another desk, or in a later epoch', async () => {
      const { desk, third, one } = await takenInDoubt()
      expect(await isTold(third, notBooked(one, 4))).toBe(false)
      expect(await isTold(desk, notBooked(one, 3))).toBe(false)
      expect(await isTold(desk, settled(one, 'waiting', 4))).toBe(false)
      await hub.sql('UPDATE board.send_right SET epoch = epoch - 1 WHERE entry = $1', [one.entry])
      expect(await isTold(desk, notBooked(one, 4))).toBe(false)
      await hub.sql('UPDATE board.send_right SET epoch = epoch + 1 WHERE entry = $1', [one.entry])
      expect(await isTold(desk, notBooked(one, 4))).toBe(true)
      await third.send({ kind: 'alone-claim', entry: one.entry, body: { who: 'Dana R.', attempt: 'alone' } })
      expect(await isTold(desk, notBooked(one, 4))).toBe(false)
    })
  })

  test('A desk that neither claimed nor had an entry proves nothing about the entry', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    const { body } = settled(one, 'done', 1, 'booked')
    for (const kind of ['settled', 'saved'])
      await other.send({ kind, booking: one.booking, entry: one.entry, body: { ...body, booking: { forged: true } } })
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk1', state: 'waiting', rev: 1 })
    const [kept] = await hub.sql('SELECT desk, body FROM board.booking WHERE booking = $1', [one.booking])
    expect(kept).toMatchObject({ desk: 'desk1' })
    expect(JSON.stringify(kept)).not.toContain('forged')
    expect(verdict(await desk.claim(one.entry, 1))).toBe('ok')
  })

  test('A desk that was retired and invited again proves its entry under its new role', async () => {
    const [desk, again] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await hub.sql(`UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = 'desk1'`)
    const { body = {} } = settled(one, 'done', 1, 'booked')
    await again.send({ kind: 'saved', booking: one.booking, entry: one.entry, body })
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk1', state: 'done', outcome: 'booked' })
    await desk.hello()
  })

  test('Two proofs of two desks are a conflict that both desks read', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await desk.claim(one.entry, 1)
    await silence(hub, 'desk1', 91)
    await other.take(one.entry, 2)
    await sentAgain(other, one)
    await desk.send(settled(one, 'done', 2, 'booked'))
    const [event] = await hub.sql('SELECT effect FROM board.event ORDER BY seq DESC LIMIT 1')
    expect(event).toMatchObject({ effect: { conflict: 'desk2', right: { state: 'done', outcome: 'booked' } } })
  })

  test('A proof is no conflict with a taker that never claimed the entry and reports the same booking', async () => {
    const conflicts = async (first: 'owner' | 'proof') => {
      const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
      const one = await offer(desk)
      await desk.claim(one.entry, 1)
      await silence(hub, 'desk1', 91)
      await other.take(one.entry, 2)
      const [proof, found] = [settled(one, 'done', 2, 'booked'), settled(one, 'done', 3, 'booked')]
      if (first === 'owner') await other.send(found)
      await desk.send(proof)
      if (first === 'proof') await other.send(settled(one, 'done', 4, 'booked'))
      return hub.sql(`SELECT effect FROM board.event WHERE entry = $1 AND effect ? 'conflict'`, [one.entry])
    }
    expect([await conflicts('proof'), await conflicts('owner')]).toEqual([[], []])
  })

  test('A claim without the hub of a desk that never had the entry changes nothing', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const [waiting, claimed] = [await offer(desk), await offer(desk)]
    await desk.claim(claimed.entry, 1)
    for (const { booking, entry } of [waiting, claimed]) {
      await other.send({ kind: 'alone-claim', booking, entry, body: { who: 'Dana R.' } })
      await other.send(settled({ booking, entry, keys: {} }, 'done', 2, 'booked'))
    }
    expect(await rightOf(hub, waiting)).toMatchObject({ owner: 'desk1', state: 'waiting', rev: 1 })
    expect(await rightOf(hub, claimed)).toMatchObject({ owner: 'desk1', state: 'claimed', rev: 2 })
  })

  test('A claim that a person made without the hub puts the entry of a taker in doubt', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const [own, taken] = [await offer(desk), await offer(desk)]
    const alone = (entry: string) => ({ kind: 'alone-claim', entry, body: { who: 'Dana R.', attempt: 'attempt-9' } })
    await desk.send(alone(own.entry))
    expect(await rightOf(hub, own)).toMatchObject({ owner: 'desk1', state: 'claimed', rev: 2 })
    await silence(hub, 'desk1', 91)
    await other.take(taken.entry, 1)
    await desk.send(alone(taken.entry))
    expect(await rightOf(hub, taken)).toMatchObject({ owner: 'desk2', state: 'doubt', rev: 3 })
    const [event] = await hub.sql('SELECT effect FROM board.event ORDER BY seq DESC LIMIT 1')
    expect(event).toMatchObject({ effect: { conflict: 'desk2' } })
    expect(verdict(await other.claim(taken.entry, 3))).toBe('state')
  })

  /** An entry that desk2 took over in doubt and that desk1 took back. */
  async function takenBack() {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await desk.claim(one.entry, 1)
    await silence(hub, 'desk1', 91)
    await other.take(one.entry, 2)
    await silence(hub, 'desk2', 91)
    await desk.take(one.entry, 3)
    return { one, desk: desk satisfies TestDesk }
  }
})

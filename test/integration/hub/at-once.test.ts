import { beforeAll, describe, expect, test } from 'vitest'
import { newBooking, offer, rightOf, saved, settled, silence } from '../../support/hub/bookings.ts'
import { connected, startHub, type TestDesk, type TestHub } from '../../support/hub/board.ts'
import { proves } from '../../support/spec-rows.ts'

const ROUNDS = 100

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

const winners = (answers: readonly { readonly ok?: boolean }[]) => answers.filter(({ ok }) => ok === true).length

describe('A hub that was empty when a session began', () => {
  test('A call of that session reads no whole table later', async () => {
    const [desk] = await desks('first')
    for (let batch = 0; batch < 20; batch += 1) {
      const made = Array.from({ length: 20 }, () => newBooking())
      await desk.send(...made.map((one) => saved(one)))
      for (const one of made.slice(0, 3)) {
        await desk.claim(one.entry, 1)
        await desk.take(one.entry, 2)
        await desk.call('forget', desk.incarnation, one.booking, { who: 'Dana R.' })
      }
    }
    // The counts of a session are complete once that session has ended.
    await desk.client.end()
    const read = await hub.sql(
      `SELECT relname, seq_tup_read::integer AS rows FROM pg_stat_user_tables
       WHERE schemaname = 'board' AND relname NOT IN ('hub', 'desk', 'incarnation') AND seq_tup_read > 0`,
    )
    expect(read).toEqual([])
  })
})

describe('Desks that act at once', () => {
  test('Of three desks that take over the same entry exactly one gets it', async () => {
    proves('board: 19')
    const [owner, ...others] = await desks('owner', 'taker1', 'taker2', 'taker3')
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await offer(owner)
      await silence(hub, 'owner', 91)
      const answers = await Promise.all(others.map((desk) => desk.take(one.entry, 1)))
      expect(winners(answers)).toBe(1)
      const winner = others[answers.findIndex(({ ok }) => ok === true)]
      expect(await rightOf(hub, one)).toMatchObject({ owner: winner?.role, state: 'waiting', rev: 2 })
    }
  })

  test('Of two connections of a desk that claim with different attempts exactly one gets the right', async () => {
    const [owner] = await desks('owner')
    const second = await sameDesk(owner)
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await offer(owner)
      const answers = await Promise.all([
        owner.claim(one.entry, 1, `a${round}`),
        second.claim(one.entry, 1, `b${round}`),
      ])
      expect(winners(answers)).toBe(1)
    }
  })

  test('Of a claim of the owner and a takeover, only one finds the entry waiting', async () => {
    const [owner, taker] = await desks('owner', 'taker1')
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await offer(owner)
      await silence(hub, 'owner', 91)
      const [claim, take] = await Promise.all(
        round % 2 === 0
          ? [owner.claim(one.entry, 1), taker.take(one.entry, 1)]
          : [taker.take(one.entry, 1), owner.claim(one.entry, 1)].toReversed(),
      )
      expect(winners([claim ?? {}, take ?? {}])).toBe(1)
      const right = await rightOf(hub, one)
      expect([right.owner, right.state]).toEqual(claim?.ok === true ? ['owner', 'claimed'] : ['taker1', 'waiting'])
      seen.add(right.owner)
    }
    expect([...seen].toSorted()).toEqual(['owner', 'taker1'])
  })

  test('A reader with a cursor misses no event while six desks append, also in transactions that end late', async () => {
    const roles = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6']
    const writers = await desks(...roles)
    const reader = await connected(hub.config('w1'))
    const [before] = await hub.sql('SELECT last_seq::float8 AS seq FROM board.hub')
    let cursor = Number(before?.['seq'])
    const read: { readonly seq: number; readonly desk: string; readonly n: number }[] = []
    let isOver = false
    const reading = (async () => {
      for (;;) {
        const last = isOver
        const { rows } = await reader.query<(typeof read)[number]>(
          'SELECT seq::float8 AS seq, desk, n::float8 AS n FROM board.event WHERE seq > $1 ORDER BY seq LIMIT 50',
          [cursor],
        )
        read.push(...rows)
        cursor = rows.at(-1)?.seq ?? cursor
        if (last && rows.length === 0) return
      }
    })()
    await Promise.all(
      writers.map(async (desk, index) => {
        for (let batch = 0; batch < 25; batch += 1) {
          const isLate = (batch + index) % 5 === 0
          if (isLate) await desk.client.query('BEGIN')
          await desk.send({ kind: 'note' }, { kind: 'note' }, saved(newBooking()))
          if (isLate) await new Promise((resolve) => setTimeout(resolve, 5))
          if (isLate) await desk.client.query('COMMIT')
        }
      }),
    )
    isOver = true
    await reading
    await reader.end()
    const first = Number(before?.['seq']) + 1
    expect(read.map(({ seq }) => seq)).toEqual(Array.from({ length: 6 * 25 * 3 }, (_, index) => first + index))
    for (const role of roles) {
      expect(read.filter(({ desk }) => desk === role).map(({ n }) => n)).toEqual(
        Array.from({ length: 75 }, (_, i) => i + 1),
      )
    }
  })

  test('A failed call leaves no hole in the numbers', async () => {
    const [desk, other] = await desks('owner', 'taker1')
    const { lastSeq } = await desk.send({ kind: 'note' })
    await other.client.query('BEGIN')
    await other.send({ kind: 'note' })
    await other.client.query('ROLLBACK')
    expect((await desk.send({ kind: 'note' }))['lastSeq']).toBe(Number(lastSeq) + 1)
  })

  test('The reports and claims of many desks at once end in no deadlock', async () => {
    const writers = await desks('w1', 'w2', 'w3', 'w4')
    await Promise.all(
      writers.map(async (desk) => {
        for (let round = 0; round < 25; round += 1) {
          const one = await offer(desk)
          await desk.claim(one.entry, 1)
          await desk.call('beat', desk.incarnation, 0)
          await desk.send(settled(one, 'done', 2, 'booked'))
        }
      }),
    )
    const rows = await hub.sql(`SELECT count(*)::integer AS count FROM board.send_right WHERE outcome = 'booked'`)
    expect(rows).toEqual([{ count: 100 }])
  })
})

async function desks<const Roles extends readonly string[]>(
  ...roles: Roles
): Promise<{ readonly [Place in keyof Roles]: TestDesk }> {
  const made = await Promise.all(roles.map((role) => hub.desk(role)))
  return made as unknown as { readonly [Place in keyof Roles]: TestDesk }
}

/** A second connection of the same store of a desk. */
function sameDesk(desk: TestDesk): Promise<TestDesk> {
  return hub.desk(desk.role, desk.incarnation)
}

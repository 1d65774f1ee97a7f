import { beforeAll, expect, test } from 'vitest'
import { knownOf, newBooking, refill, rightOf, saved, settled, verdict } from '../../support/hub/bookings.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'

/* A new hub hears first a desk that moved an entry on alone, and then the desk that took the entry over before. */

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

test('A doubt of a taker counts over an entry that waits at a higher revision', async () => {
  const [one, two] = [await hub.desk('one'), await hub.desk('two')]
  const known = await knownOf(hub)
  const { epoch } = await one.hello({ ...known, seen: known.seen + 1 })
  const booking = newBooking()
  await one.send(saved(booking, { epoch: 1 }))
  // Sent twice without the hub and with the provider away, so that nothing left.
  for (const rev of [2, 4]) {
    await one.send({ kind: 'alone-claim', booking: booking.booking, entry: booking.entry, body: { who: 'Dana R.' } })
    await one.send(settled(booking, 'waiting', rev))
  }
  await two.send(saved(booking, { epoch: 1, state: 'doubt', rev: 4 }))
  expect(await rightOf(hub, booking)).toMatchObject({ owner: 'one', state: 'doubt', takenFrom: 'two' })
  for (const desk of [one, two]) await refill(desk, epoch)
  const { rev } = await rightOf(hub, booking)
  expect(verdict(await one.claim(booking.entry, rev))).toBe('state')
})

test('A claim of a taker counts over an entry whose desk was retired and invited again three times', async () => {
  const [first, taker] = [await hub.desk('r1'), await hub.desk('r2')]
  const known = await knownOf(hub)
  await first.hello({ ...known, seen: known.seen + 1 })
  const booking = newBooking()
  await first.send(saved(booking, { epoch: 1 }))
  let last = first
  for (const role of ['r1b', 'r1c', 'r1d']) {
    const again = await hub.desk(role)
    await hub.sql(`UPDATE board.desk SET name = 'Desk r1' WHERE role = $1`, [role])
    await hub.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [last.role])
    await again.send(saved(booking, { epoch: 1, rev: (await rightOf(hub, booking)).rev }))
    last = again
  }
  await taker.send(saved(booking, { epoch: 1, state: 'claimed', rev: 3 }))
  expect(await rightOf(hub, booking)).toMatchObject({ owner: 'r1d', state: 'doubt', takenFrom: 'r2' })
})

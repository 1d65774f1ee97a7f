import { expect, onTestFinished, test } from 'vitest'
import { boardOf, createRooftops, found, isLive, reached, referencesOf, stateOf } from '../../support/board/rooftop.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { startHub } from '../../support/hub/board.ts'
import { mayMount, mountSmallDisk } from '../../support/hub/small-disk.ts'
import { proves } from '../../support/spec-rows.ts'

/** What stands for the full disk where a test may mount none: the log refuses each event with the code of a full disk. */
const REFUSE = `CREATE FUNCTION board.refuse() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER refused BEFORE INSERT ON board.event FOR EACH ROW EXECUTE FUNCTION board.refuse()`
const TAKE = 'DROP TRIGGER refused ON board.event'

/** A hub whose tables cannot grow takes what still fits into their pages. */
const MAX_BOOKINGS_THAT_FIT = 40

test('A hub whose disk is full takes no half of a report, desks work alone and show what they have, and all is published once there is room', async () => {
  proves('board: 8')
  const disk = mayMount ? mountSmallDisk() : null
  const hub = await startHub({ folder: disk?.folder ?? null })
  onTestFinished(async () => {
    await hub.remove()
    disk?.remove()
  })
  const rooftops = createRooftops(hub)
  const rooftop = await rooftops.open()
  const [one, two] = [await rooftop.open(), await rooftop.open()]
  const shared = valueOf(two.desk.bookMove(rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, shared.id) === 'booked')
  const isFull = () => {
    const board = boardOf(one.desk)
    return board?.kind === 'alone' && board.fault === 'disk-full'
  }
  // What is saved now is reported and waits, because the provider is away.
  await rooftop.provider.setConnection('cut')
  await (disk?.fill() ?? hub.sql(REFUSE))
  const offered = []
  while (!isFull() && offered.length < MAX_BOOKINGS_THAT_FIT) {
    const booking = valueOf(one.desk.bookMove(rooftops.next()))
    offered.push(booking)
    await Promise.race([
      reached(one.desk, isFull),
      reached(two.desk, () => stateOf(two.desk, booking.id) === 'waiting'),
    ])
  }
  expect(isFull()).toBe(true)
  const kinds: string[] = []
  one.desk.onStatus(() => kinds.push(boardOf(one.desk)?.kind ?? ''))
  const events = async () =>
    (await hub.sql('SELECT last_seq, (SELECT count(*) FROM board.event) AS n FROM board.hub'))[0]
  const before = await events()
  expect(before?.['last_seq']).toBe(before?.['n'])

  const alone = [1, 2, 3].map(() => valueOf(one.desk.bookMove(rooftops.next())))
  await rooftop.provider.setConnection('up')
  one.desk.checkConnection()
  await reached(one.desk, () => alone.every(({ id }) => stateOf(one.desk, id) === 'booked'))
  expect(found(one.desk, shared.id)).toMatchObject({ desk: two.name, state: 'booked' })
  expect(await events()).toEqual(before)
  expect(kinds).not.toContain('live')
  expect(await rooftop.sent()).toEqual(referencesOf(shared, ...alone))

  await (disk?.empty() ?? hub.sql(TAKE))
  await reached(one.desk, () => isLive(one.desk))
  const all = [...offered, ...alone]
  await reached(two.desk, () => all.every(({ id }) => stateOf(two.desk, id) === 'booked'))
  await reached(one.desk, () => all.every(({ id }) => stateOf(one.desk, id) === 'booked'))
  expect(await rooftop.sent()).toEqual(referencesOf(shared, ...all))
  const offers = `SELECT count(*) AS n, count(DISTINCT booking) AS bookings FROM board.event WHERE kind = 'saved'`
  expect((await hub.sql(offers))[0]).toEqual({ n: String(all.length + 1), bookings: String(all.length + 1) })
})

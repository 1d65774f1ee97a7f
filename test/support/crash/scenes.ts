import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDesk } from '../../../electron/desk/desk.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import { chanceOf } from '../sim/seeded-rng.ts'
import type { ChildOrder } from '../processes/desk.ts'
import { FILE_ROOFTOP, writeDeskFile } from '../builders/settings-file.ts'
import { temporaryMemoryFolder } from '../fixtures/temporary-folder.ts'
import { openDeck } from './fault-schedule.ts'
import { readStoredBookings } from './stored-booking.ts'
import type { DeskProcess } from '../processes/processes.ts'
import { testCipher } from '../fakes/secret-store.ts'
import { breachesOfLines, writeFirstVersion, type FirstState } from './first-version.ts'
import { HAS_CALLS } from './calls.ts'
import { breachesOfCopies, filesOfCopying, writeCopied } from './copies.ts'
import type { Point } from './point.ts'
import { breachesOfReschedule, LATER, readReschedule } from './rescheduling.ts'
import type { CrashRemote } from './remote.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'

/** An activity of a desk during which the desk may crash. The same seed creates the same data. */
export type Scene = {
  readonly name: string
  readonly lay: (remote: CrashRemote, seed: number) => Promise<Laid>
  /** The provider is of the profile `hopdrive`, which takes cancellations. */
  readonly isHopdrive?: boolean
  /** The crash points of this scene. Default: all. */
  readonly about?: (points: readonly Point[]) => readonly Point[]
  /**
   * The files on which each system call is a crash point, by strace, in place of the points that a process can name.
   */
  readonly calls?: (folder: string) => readonly string[]
}

export type Laid = {
  readonly order: Partial<ChildOrder> & Pick<ChildOrder, 'folder'>
  /** Gives the desk its orders. */
  readonly feed?: (desk: DeskProcess) => void
  /** True when the desk has carried out every order. */
  readonly isDone: (desk: DeskProcess) => boolean
  /** The problems that the crash left, one line each. */
  readonly judge: (desk: DeskProcess) => Promise<readonly string[]>
}

const savedBy = ({ lines }: DeskProcess) => lines.flatMap((line) => (line.event === 'saved' ? line.bookingId : []))

/** One or two bookings; the first booking may meet a fault. */
async function laySending(remote: CrashRemote, seed: number): Promise<Laid> {
  const chance = chanceOf(seed)
  const bookings = [pairBooking(1), oneWayBooking(2)].slice(chance.upTo(1))
  const deal = openDeck(chance)
  let card = chance.upTo(2) === 0 ? null : deal()
  // Without a response the later crash points depend on the speed of this machine.
  while (card !== null && card.kind.costly === true) card = deal()
  const again = card?.kind.proves === 'retryable'
  const folder = temporaryMemoryFolder()
  await remote.begin(card?.toxic ?? null)
  return {
    order: { folder, hasty: true, answerWithin: 20_000 },
    feed(desk) {
      for (const booking of bookings) desk.book(booking)
    },
    isDone(desk) {
      const last = desk.lines.findLastIndex(({ event }) => event === 'saved')
      const idle = desk.lines.slice(last).filter(({ event }) => event === 'sync-idle').length
      return savedBy(desk).length === bookings.length && idle > 1
    },
    judge: (desk) => remote.breaches(folder, savedBy(desk), again),
  }
}

/** A booking is booked and rescheduled. */
async function layRescheduling(remote: CrashRemote): Promise<Laid> {
  const folder = temporaryMemoryFolder()
  await remote.begin(null)
  return {
    order: { folder, hasty: true, answerWithin: 20_000, provider: remote.provider },
    feed(desk) {
      desk.book(pairBooking(2))
      void desk
        .heard(({ event }) => event === 'send-settled')
        .then((settled) => settled && savedBy(desk).forEach((id) => desk.reschedule(id, LATER)))
    },
    isDone({ lines }) {
      const closed = lines.flatMap(({ event }, at) => (event === 'amendment-closed' ? [at] : []))
      return closed.length === 2 && lines.slice(closed[1]).some(({ event }) => event === 'sync-idle')
    },
    async judge(desk) {
      const saved = savedBy(desk)
      const breaches = await remote.breaches(folder, saved)
      const [oldId] = saved
      if (oldId === undefined) return breaches
      return [...breaches, ...breachesOfReschedule(readReschedule(join(folder, 'desk.db'), oldId), remote.cancels())]
    },
  }
}

async function layMigration(remote: CrashRemote): Promise<Laid> {
  const { folder, states } = writeFirstVersion(remote.url)
  await remote.begin(null)
  return {
    order: { folder },
    isDone: ({ lines }) =>
      lines.some((line) => line.event === 'sync-idle' && line.waiting === 0) &&
      lines.some(({ event }) => event === 'search-lines-made'),
    async judge() {
      const breaches = [...breachesOfLines(folder)]
      breaches.push(...(await remote.breaches(folder, [...states.keys()])), ...breachesOfLines(folder))
      const now = new Map(readStoredBookings(join(folder, 'desk.db')).map(({ id, state }) => [id, state]))
      return [
        ...breaches,
        ...[...states].flatMap(([id, state]) =>
          BECOMES[state].includes(now.get(id) ?? '') ? [] : [`${id} was ${state} and is ${now.get(id)}`],
        ),
      ]
    },
  }
}

/** The states that an entry of the first version may reach when every booking that can leave has left. */
const BECOMES: Readonly<Record<FirstState, readonly string[]>> = {
  // A crash of the newer desk may have hit the entry.
  waiting: ['booked', 'in-doubt'],
  sending: ['in-doubt'],
  'in-doubt': ['in-doubt'],
  held: ['held'],
  refused: ['refused'],
  withdrawn: ['withdrawn'],
}

const VAULT = '5a'.repeat(32)
const FIRST = 'token-of-the-file'
const SECOND = 'token-of-the-screen'

async function laySettings(remote: CrashRemote): Promise<Laid> {
  const folder = temporaryMemoryFolder()
  writeDeskFile(folder, { address: remote.url, token: FIRST })
  await remote.begin(null)
  const { address, ...rooftop } = FILE_ROOFTOP
  return {
    order: { folder, vault: VAULT, keepsFile: true },
    feed(desk) {
      desk.changeSettings({
        provider: {
          address: remote.url,
          profile: 'baseline',
          clientId: null,
          rooftopNumber: 7,
          linkHosts: [],
          name: null,
          phone: null,
          caFile: null,
          token: SECOND,
        },
        rooftop: { ...rooftop, address: { name: 'Lot', addressTwo: null, ...address }, contact: 'Dana R.' },
      })
    },
    isDone: ({ lines }) => lines.some(({ event }) => event === 'settings-kept'),
    judge: ({ lines }) =>
      judgeSettings(
        folder,
        remote.url,
        lines.some(({ event }) => event === 'settings-kept'),
      ),
  }
}

/** `kept`: the change was acknowledged before the crash. */
async function judgeSettings(folder: string, address: string, kept: boolean): Promise<readonly string[]> {
  const cipher = testCipher(Buffer.from(VAULT, 'hex'))
  const system = { clock: systemClock, random: systemRandom, ids: systemIds, log: () => {} }
  const opened = await openDesk({ folder, config: null, cipher, version: '0.0.0', ...system })
  if (!opened.ok) return [describeFailure(opened.failure)]
  const view = opened.value.readSettings()
  await opened.value.close()
  if (!view.ok) return [describeFailure(view.failure)]
  const { provider, token, rooftop } = view.value
  const file = JSON.parse(readFileSync(join(folder, 'desk.json'), 'utf8')) as { provider: Record<string, string> }
  const vault = join(folder, 'token.encrypted')
  const stored = existsSync(vault) ? (cipher.decrypt(readFileSync(vault)) ?? '') : ''
  const isNew = provider?.rooftopNumber === 7
  return [
    ...(provider?.address === address && token === 'secret-store' ? [] : ['the provider or its token is lost']),
    ...([FIRST, SECOND].some((one) => stored.includes(one)) ? [] : ['another token is in the vault']),
    ...(file.provider['token'] === undefined ? [] : ['the token is still in the file']),
    ...(file.provider['address'] === address ? [] : ['the file lost what it named']),
    ...(isNew === (rooftop?.contact === 'Dana R.') ? [] : ['half of the change is kept']),
    ...(!kept || (isNew && stored.includes(SECOND)) ? [] : ['what was called kept is not']),
  ]
}

/** A booking is saved, and then a backup deletes an old backup and cuts the journal. */
async function layCopying(remote: CrashRemote): Promise<Laid> {
  const { folder, saved } = await writeCopied(remote.url)
  await remote.begin(null)
  return {
    order: { folder, hasty: true, answerWithin: 20_000, copies: true },
    feed: (desk) => desk.book(pairBooking(2)),
    isDone: (desk) =>
      savedBy(desk).length === 1 &&
      desk.lines.some(({ event }) => event === 'backup-created') &&
      desk.lines.findLast((line) => line.event === 'sync-idle')?.waiting === 0,
    async judge(desk) {
      const all = [saved, ...savedBy(desk)]
      return [...(await breachesOfCopies(folder, all)), ...(await remote.breaches(folder, all))]
    },
  }
}

/** The file steps from the check of the store until the backup exists. */
function whileCopying(points: readonly Point[]): readonly Point[] {
  const at = (event: string) => points.findIndex((point) => point.event === event)
  return points.slice(at('integrity-checked'), at('backup-created')).filter(({ event }) => / (\w+)Sync$/.test(event))
}

export const SCENES: readonly Scene[] = [
  { name: 'a booking is saved and sent', lay: laySending },
  { name: 'a booking is rescheduled', lay: layRescheduling, isHopdrive: true },
  { name: 'a file of the first version is brought up to date', lay: layMigration },
  { name: 'settings are taken from a file and changed on the screen', lay: laySettings },
  { name: 'a verified copy is made', lay: layCopying, about: whileCopying },
  // SQLite's steps in its own thread.
  ...(HAS_CALLS ? [{ name: 'a verified copy is filled', lay: layCopying, calls: filesOfCopying }] : []),
]

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import { canWithdraw } from '../../../shared/outbox/machine.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { openSimDesk, type SimDesk } from '../../support/sim/desk.ts'
import { judgeDesk, type Judge } from '../../support/oracle/sim-oracle.ts'
import { bookingAhead, personsAt, type Persons } from '../../support/sim/simulated-users.ts'
import { ALL_FATES, STOPPING, type Fate } from '../../support/sim/remote.ts'
import { seedOf } from '../../support/fakes/system.ts'

const SEED = seedOf('model')
const MINUTE = 60_000

/** The counts of all lists together. */
type Done = {
  lists: number
  commands: number
  decisions: number
  ends: number
  booked: number
  fates: Map<Fate, number>
}

type Real = { readonly desk: SimDesk; readonly judge: Judge; readonly persons: Persons; next: number; fates: Fate[] }

type Command = fc.AsyncCommand<object, Real>

const done: Done = { lists: 0, commands: 0, decisions: 0, ends: 0, booked: 0, fates: new Map() }

/** A command for any desk. Work that is due at once is run, and then the whole desk is judged. */
function command(label: string, act: (real: Real) => unknown): Command {
  return {
    check: () => true,
    async run(_, real) {
      await act(real)
      await real.desk.settle()
      real.judge.check()
      done.commands += 1
    },
    toString: () => label,
  }
}

const idOf = ({ desk }: Real, which: number) => [...desk.saved.keys()][which % Math.max(1, desk.saved.size)] ?? ''

/** A decision of a person on one of the bookings. */
function decision(label: string, decide: (real: Real, id: string) => boolean) {
  return fc.nat({ max: 30 }).map((which) =>
    command(`${label} ${which}`, (real) => {
      const id = idOf(real, which)
      if (id !== '' && decide(real, id)) done.decisions += 1
    }),
  )
}

const book = fc
  .record({
    kind: fc.constantFrom('pair' as const, 'one-way' as const),
    ahead: fc.constantFrom(3, 70, 200, 3000),
    same: fc.boolean(),
  })
  .map(({ kind, ahead, same }) =>
    command(`book ${kind} ${ahead}${same ? ' of one repair order' : ''}`, (real) => {
      real.next += 1
      const reference = `RO ${same ? 1 : 100 + real.next}`
      real.desk.book(bookingAhead(real.next, real.desk.clock.now(), ahead, { kind, reference }))
    }),
  )

const withdraw = decision('withdraw', ({ desk, judge, persons }, id) => {
  const state = judge.known(id) ?? 'waiting'
  const taken = persons.withdraw(id)
  // A withdrawal succeeds exactly where the model allows the withdrawal.
  if (desk.at().alive())
    expect(taken, `withdraw ${state}`).toBe(canWithdraw({ state, unresolvedAttempt: state === 'in-doubt' }))
  return taken
})

const commands = [
  book,
  withdraw,
  decision('release', ({ persons }, id) => persons.release(id)),
  decision('by phone', ({ persons }, id) => persons.byPhone(id)),
  decision('name', ({ persons }, id) => persons.name(id)),
  decision('misname', ({ persons }, id) => persons.name(id, 1)),
  decision('deny', ({ persons }, id) => persons.deny(id, false)),
  decision('deny again', ({ persons }, id) => persons.deny(id, true)),
  fc
    .array(
      fc.oneof(
        // A stopped send queue does nothing more until a person acts, so stopping fates are rare.
        { arbitrary: fc.constantFrom(...ALL_FATES.filter((fate) => !STOPPING.includes(fate))), weight: 12 },
        { arbitrary: fc.constantFrom(...STOPPING), weight: 2 },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((fates) => command(`fates ${fates.join(' | ')}`, (real) => void (real.fates = [...fates]))),
  fc.constantFrom('up' as const, 'down' as const).map((link) =>
    command(`link ${link}`, ({ desk }) => {
      desk.remote.link = link
      if (link === 'up') desk.at().sync.checkConnection()
    }),
  ),
  fc.constantFrom(0.2, 1, 6).map((minutes) => command(`clock ${minutes}`, ({ desk }) => desk.pass(minutes * MINUTE))),
  fc.constantFrom(-1500, -60, 60, 1500).map((minutes) =>
    command(`wall ${minutes}`, ({ desk }) => {
      desk.clock.setWall(fromMillis(toMillis(desk.clock.now()) + minutes * MINUTE))
    }),
  ),
  fc.constant(command('start over', ({ desk }) => desk.at().sync.reset())),
  fc.constant(command('restart', ({ desk }) => desk.restart())),
  fc
    .record({ commit: fc.integer({ min: 1, max: 8 }), when: fc.constantFrom('before' as const, 'after' as const) })
    .map((ending) => command(`end ${ending.when} commit ${ending.commit}`, ({ desk }) => desk.endAt(ending))),
]

function begin(): Real {
  const desk = openSimDesk({ kept: true })
  const judge = judgeDesk(desk)
  const real: Real = { desk, judge, persons: personsAt(desk, judge), next: 0, fates: [] }
  desk.remote.fate = () => real.fates.shift() ?? 'booked'
  return real
}

async function finish(real: Real): Promise<void> {
  const { desk, judge } = real
  judge.check()
  real.fates = []
  desk.remote.link = 'up'
  // An end that is still armed ends the process before the first reset is on disk, so a second reset follows.
  for (const _ of [1, 2]) {
    desk.at().sync.reset()
    await desk.settle()
  }
  judge.check()
  judge.drained()
  done.lists += 1
  done.ends += desk.ends()
  done.booked += judge.count('booked')
  for (const [fate, times] of desk.remote.fates) done.fates.set(fate, (done.fates.get(fate) ?? 0) + times)
}

async function walk(list: Iterable<Command>): Promise<void> {
  const begun: Real[] = []
  const opened = () => {
    const real = begin()
    begun.push(real)
    return real
  }
  try {
    await fc.asyncModelRun(() => ({ model: {}, real: opened() }), list)
    for (const real of begun) await finish(real)
  } finally {
    for (const { desk } of begun) desk.close()
  }
}

/** A list in which the first POST meets this fate: the random lists of a short run may leave a fate out. */
const meets = (fate: Fate): Iterable<Command> => [
  command(`fates ${fate}`, (real) => void (real.fates = [fate])),
  command('book', (real) => {
    real.desk.book(bookingAhead(0, real.desk.clock.now(), 200, { kind: 'pair', reference: 'RO 1' }))
  }),
]

test(
  'A simulated desk agrees with the model of responses and decisions through any list of commands',
  { tags: ['g12'] },
  async () => {
    const goal = openGoal('G12', 'lists of commands: nothing lost, nothing twice, each entry says what is so', {
      share: 0.05,
    })
    for (const fate of ALL_FATES) await walk(meets(fate))
    await fc.assert(
      // Bookings and fates are drawn more often than other commands.
      fc.asyncProperty(
        fc.commands([...commands, book, book, ...commands.slice(6, 11)], { maxCommands: 60, size: 'max' }),
        walk,
      ),
      { seed: SEED, numRuns: goal.floor(3000), endOnFailure: true },
    )
    goal.held(
      {
        lists: { did: done.lists, floor: 3000 },
        commands: { did: done.commands, floor: 60_000 },
        'decisions of persons': { did: done.decisions, floor: 3000 },
        'ends of the process': { did: done.ends, floor: 3000 },
        'bookings confirmed': { did: done.booked, floor: 2500 },
        'fates of a POST': { did: done.fates.size },
        'least hits of a fate': { did: Math.min(...ALL_FATES.map((fate) => done.fates.get(fate) ?? 0)), floor: 20 },
      },
      SEED,
    )
    expect(done.fates.size).toBe(ALL_FATES.length)
  },
)

test(
  'A second move arises only from a false report that the provider does not have the booking',
  { tags: ['g12'] },
  async () => {
    const real = begin()
    const { desk, judge, persons } = real
    for (let number = 0; number < 30; number += 1) {
      real.fates = [number % 2 === 0 ? 'reset, applied' : 'page, applied']
      const booked = desk.book(bookingAhead(number, desk.clock.now(), 3000, { kind: 'one-way' }))
      await desk.settle()
      judge.check()
      const id = booked?.id ?? ''
      const falsely = number % 3 === 0
      expect(persons.deny(id, false, falsely)).toBe(falsely)
      await desk.pass(5 * MINUTE)
      expect(persons.deny(id, true, falsely)).toBe(falsely)
      await desk.pass(MINUTE)
      judge.check()
    }
    expect([judge.doubles(), judge.count('booked'), judge.count('in-doubt')]).toEqual([10, 10, 20])
    desk.close()
  },
)

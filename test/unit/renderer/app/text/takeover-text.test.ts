import { expect, test } from 'vitest'
import {
  adviseSentTwice,
  describeHeld,
  describeLeftBehind,
  describePlan,
  describeReason,
  describeSentTwice,
  describeTaken,
  describeTakenOver,
  describeUnreached,
  hideLabel,
  takeOverLabel,
  takeoverTitle,
  describeCannotSend,
  describeStuck,
} from '../../../../../renderer/app/text/takeover-text.ts'
import type { TakeableDesk } from '../../../../../shared/desk/board-status.ts'

const AT = { zone: 'America/New_York', now: '2026-11-24T15:50:00Z', noticeMinutes: 60 }
const DESK: TakeableDesk = {
  role: 'desk-2',
  name: 'Desk 2',
  isSilent: true,
  since: '2026-11-24T15:40:00Z',
  waiting: 3,
  doubtful: 1,
  requests: 0,
  readyBy: '2026-11-24T17:15:00Z',
}

test('A silent desk has its name and the time of its last sign, with the date on another day', () => {
  expect(describeReason(DESK, AT)).toBe('Desk 2 silent since 10:40 AM.')
  expect(describeReason({ ...DESK, since: '2026-11-23T15:40:00Z' }, AT)).toContain('Mon, Nov 23, 10:40 AM')
})

test.for<[Partial<TakeableDesk>, string]>([
  [{}, '3 bookings have not left, the first must leave by 11:15 AM. 1 booking may have left.'],
  [{ waiting: 1, doubtful: 0 }, '1 booking has not left and must leave by 11:15 AM.'],
  [{ waiting: 0, doubtful: 2, readyBy: null }, '2 bookings may have left.'],
  [{ doubtful: 0, readyBy: null }, '3 bookings have not left.'],
  [
    { doubtful: 0, readyBy: '2026-11-24T16:45:00Z' },
    '3 bookings have not left, the first missed its send time, 10:45 AM.',
  ],
  [
    { waiting: 1, doubtful: 0, readyBy: '2026-11-24T16:45:00Z' },
    '1 booking has not left and missed its send time, 10:45 AM.',
  ],
])('What a silent desk holds is counted, with the notice before the first ready-by: %o', ([part, words]) => {
  expect(describeHeld({ ...DESK, ...part }, AT)).toBe(words)
})

test.for<[Partial<TakeableDesk>, string]>([
  [{}, 'The first must leave by 11:15 AM. 1 booking may have left.'],
  [{ waiting: 1, doubtful: 0 }, 'The booking must leave by 11:15 AM.'],
  [{ doubtful: 0, readyBy: '2026-11-24T16:45:00Z' }, 'The first missed its send time, 10:45 AM.'],
  [{ doubtful: 0, readyBy: null }, ''],
])(
  'A desk that hands bookings over tells their number first, and then when the first must leave: %o',
  ([part, words]) => {
    const offered = { ...DESK, isSilent: false, ...part }
    expect(describeReason(offered, AT)).toMatch(/^Desk 2 hands over \d bookings?\.$/)
    expect(describeHeld(offered, AT)).toBe(words)
  },
)

test('A booking that may be sent twice names its customer, if that is known, and the other desk', () => {
  const sent = { bookingId: 'b1', customer: 'Harriet Quill', desk: 'Desk 3' }
  expect(describeSentTwice(sent)).toBe('Harriet Quill may have two bookings: from here and from Desk 3.')
  expect(describeSentTwice({ ...sent, customer: null })).toBe('A booking may exist twice: from here and from Desk 3.')
  expect(adviseSentTwice(sent)).toMatch(/^Call .* and cancel one\.$/)
  const duplicate = { ...sent, numbers: { here: [120011, 120012], there: [120015] } }
  expect(describeSentTwice(duplicate)).toBe(
    'Harriet Quill has two bookings: 120011 + 120012 from here and 120015 from Desk 3.',
  )
  expect(describeSentTwice({ ...duplicate, customer: null, numbers: { here: [120011], there: [] } })).toBe(
    'A vehicle has two bookings at one time: 120011 from here and one without a number from Desk 3.',
  )
  expect(adviseSentTwice(duplicate)).toBe('Keep both, or cancel one.')
  expect(hideLabel(sent)).toBe('Hide the message about Harriet Quill')
  expect(hideLabel({ customer: null })).toBe('Hide this message')
})

test('A desk that the board lacks is named with what is open there and who can help', () => {
  const left = { name: 'Desk 2', count: 2, isAwaited: true }
  expect(describeUnreached(left)).toBe('Desk 2 is not on this board.')
  expect(describeLeftBehind(left)).toBe('2 bookings are open there. Ask IT to invite or retire that desk.')
  expect(describeLeftBehind({ ...left, isAwaited: false })).toBe(
    '2 bookings are open there. Find them in Lookup to take over here.',
  )
  expect(describeLeftBehind({ ...left, count: 1, isAwaited: false })).toBe(
    '1 booking is open there. Find it in Lookup to take over here.',
  )
})

test('A desk that cannot send is named with what to check and with what waits there', () => {
  const stuck = { role: 'desk-2', name: 'Desk 2', waiting: 3 }
  const lead = (cause: string) => describeCannotSend({ ...stuck, cause })
  expect(['token-refused', 'token-missing'].map(lead)).toEqual(Array(2).fill('Desk 2 cannot send: check its sign-in.'))
  expect(['disk', 'a word of a later version'].map(lead)).toEqual(Array(2).fill('Desk 2 cannot send.'))
  expect(describeStuck({ ...stuck, cause: 'disk' })).toBe('3 bookings wait there. Fix that, or hand over at that desk.')
  expect(describeStuck({ ...stuck, cause: 'disk', waiting: 1 })).toMatch(/^1 booking waits there\./)
})

test('The spoken words about a silent desk stay the same when its first deadline passes', () => {
  expect(describeHeld(DESK, null)).toBe('3 bookings have not left. 1 booking may have left.')
  expect(describeHeld({ ...DESK, waiting: 0 }, null)).toBe('1 booking may have left.')
  expect(describeHeld({ ...DESK, isSilent: false }, null)).toBe('1 booking may have left.')
})

test('The question says what happens to each kind of booking and to their desk', () => {
  expect(takeoverTitle(DESK)).toBe('Take over from Desk 2?')
  expect(takeOverLabel(DESK)).toBe('Take over 4 bookings')
  expect(describePlan(DESK, AT)).toEqual([
    '3 bookings have not left, the first must leave by 11:15 AM. They are sent from here instead.',
    '1 booking may have left and is not sent again. The Inbox says what to ask the driver service.',
    'Desk 2 will not send these bookings anymore, even when back.',
  ])
  const single = { ...DESK, waiting: 1, doubtful: 0 }
  expect(takeOverLabel(single)).toBe('Take over 1 booking')
  expect(describePlan(single, AT)).toEqual([
    '1 booking has not left and must leave by 11:15 AM. The booking is sent from here instead.',
    'Desk 2 will not send this booking anymore, even when back.',
  ])
  expect(describePlan({ ...DESK, waiting: 0, doubtful: 0, requests: 1 }, AT)).toEqual([
    '1 change or cancellation has not left. Sent from here instead.',
    'Desk 2 will not send this booking anymore, even when back.',
  ])
  expect(describePlan({ ...DESK, isSilent: false }, AT).at(-1)).toBe('Desk 2 will not send these bookings anymore.')
})

test('The result of a takeover counts what was taken over, what may have left and what was not free', () => {
  const all = (waiting: number, doubtful: number, refused: number) =>
    describeTaken({ waiting, doubtful, requests: 0, refused }, DESK)
  expect(all(1, 0, 0)).toBe('Took over 1 booking from Desk 2.')
  expect(all(2, 1, 0)).toBe('Took over 3 bookings from Desk 2. 1 may have left: see the Inbox.')
  expect(all(1, 1, 1)).toBe(
    'Took over 2 bookings from Desk 2. 1 may have left: see the Inbox. ' +
      '1 was not free: Desk 2 is back or another desk took over.',
  )
  expect(all(2, 0, 2)).toContain('2 were not free')
  expect(all(0, 0, 2)).toBe('Nothing was taken over: Desk 2 is back or another desk took over.')
  expect(all(0, 0, 0)).toBe(all(0, 0, 2))
  expect(describeTaken({ waiting: 0, doubtful: 0, requests: 0, refused: 1 }, { ...DESK, isSilent: false })).toBe(
    'Nothing was taken over: Desk 2 or another desk has them now.',
  )
  const some = { waiting: 1, doubtful: 0, requests: 0, refused: 2, takenBy: ['Desk 3', 'Desk 4'] }
  expect(describeTaken(some, DESK)).toBe(
    'Took over 1 booking from Desk 2. 2 were not free: Desk 3 and Desk 4 took over first.',
  )
})

test('What other desks took over from here is counted for each desk', () => {
  expect(describeTakenOver([{ desk: 'Desk 3', count: 2 }])).toBe(
    'Desk 3 took over 2 of the bookings here. Make changes there.',
  )
  expect(describeTakenOver([{ desk: 'Desk 3', count: 2, changed: 1 }])).toBe(
    'Desk 3 took over 2 of the bookings here. 1 was changed here too late: ask Desk 3. Make changes there.',
  )
  const two = describeTakenOver([
    { desk: 'Desk 3', count: 2 },
    { desk: 'Desk 4', count: 1 },
  ])
  expect(two).toBe(
    'Desk 3 took over 2 of the bookings here. Desk 4 took over 1 of the bookings here. Make changes there.',
  )
})

import type { Tally } from '../../shared/views/inbox.ts'

/** The five counters of the day: what was booked here, and what became of the bookings. */
export function dayCounters(tally: Tally): readonly {
  readonly id: keyof Tally
  readonly count: number
  readonly label: string
  readonly tone?: 'warn' | 'bad'
}[] {
  return [
    { id: 'saved', count: tally.saved, label: 'booked today' },
    { id: 'accepted', count: tally.accepted, label: 'accepted' },
    { id: 'notSent', count: tally.notSent, label: 'not sent yet' },
    { id: 'unknown', count: tally.unknown, label: 'to check', tone: 'warn' },
    { id: 'refused', count: tally.refused, label: 'rejected', tone: 'bad' },
  ]
}

/** Names the bookings that none of the five counters holds, so that the parts add up; null without any. */
export function describeOtherOutcomes({ withdrawn, byPhone }: Tally): string | null {
  const parts = [
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
    ...(byPhone > 0 ? [`${byPhone} booked by phone`] : []),
  ]
  return parts.length === 0 ? null : `Also ${parts.join(' and ')}.`
}

import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { BookingCount } from '../../../shared/views/load.ts'
import { dateAfter, dateOf } from '../../../shared/time/time.ts'
import { createLiveQuery, type LiveQuery } from './live-query.ts'
import type { DeskStatusStore } from './desk-status.ts'

export type MonthStore = {
  /** The days of the shown month with their number of bookings. */
  readonly list: LiveQuery<readonly BookingCount[]>
  /** Shows the month of a day (`YYYY-MM-DD`). Null shows the month of today, also after a change of the month. */
  readonly show: (date: string | null) => void
}

const MOST_DAYS = 31

/** Creates the store of the month beside the screens. The shown month stays when the calendar closes. */
export function createMonth(bridge: Bridge, desk: DeskStatusStore): MonthStore {
  let shown: string | null = null
  const today = () => {
    const { status } = desk.getState()
    return status === null ? '' : dateOf(status.now, status.rooftop.zone)
  }
  const list = createLiveQuery<readonly BookingCount[]>({
    bridge,
    status: () => desk.getState().status,
    read: async () => {
      const month = (shown ?? today()).slice(0, 7)
      const reply = await bridge.countBookings({ from: `${month}-01`, days: MOST_DAYS })
      return reply.ok ? { ...reply, value: reply.value.filter(({ date }) => date.startsWith(month)) } : reply
    },
    dependsOn: today,
  })
  return {
    list,
    show: (date) => {
      shown = date
      list.refresh()
    },
  }
}

/** Returns a day of the month before or after the month of a day. */
export function turnMonth(date: string, by: -1 | 1): string {
  return dateAfter(`${date.slice(0, 7)}-01`, by === 1 ? MOST_DAYS : -1)
}

const LEVELS = 4

/** Returns the tint of a day, from none for no bookings up to the tint of the busiest days of its month. */
export function heatOf(bookings: number, most: number): number {
  return bookings === 0 ? 0 : Math.ceil((bookings / most) * LEVELS)
}

/** Returns the day to which a key moves the focus among the days of a month; null if the key does not move it. */
export function dayByKey(key: string, date: string, days: readonly BookingCount[]): string | null {
  const at = days.findIndex((day) => day.date === date)
  const to = new Map([
    ['ArrowLeft', at - 1],
    ['ArrowRight', at + 1],
    ['ArrowUp', at - 7],
    ['ArrowDown', at + 7],
    ['Home', 0],
    ['End', days.length - 1],
  ]).get(key)
  return to === undefined ? null : (days[to]?.date ?? date)
}

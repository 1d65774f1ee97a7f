import { GregorianCalendar } from '@internationalized/date'

export * from '@internationalized/date'

/** Takes the place of the package's own function, which carries the calendars of every locale. */
export function createCalendar(): GregorianCalendar {
  return new GregorianCalendar()
}

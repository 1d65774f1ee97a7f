import { makeOf } from '../../../shared/paste/makes.ts'
import type { BookingForm } from './form.ts'

/** Year, make and model of the loaner, which the sheet shows as one text such as "2024 Honda Civic". */
type LoanerCar = Pick<BookingForm, 'loanerYear' | 'loanerMake' | 'loanerModel'>

export function joinCar({ loanerYear, loanerMake, loanerModel }: LoanerCar): string {
  return [loanerYear, loanerMake, loanerModel].filter((part) => part !== '').join(' ')
}

/**
 * Splits a typed car. The make is a known one, such as "Land Rover", or else the first word; a single word without a
 * known make is the model.
 */
export function splitCar(typed: string): LoanerCar {
  const [, loanerYear = '', rest = ''] = /^\s*(?:(\d{4})(?=\s|$))?\s*(.*)$/.exec(typed) ?? []
  const words = rest.trim() === '' ? [] : rest.trim().split(/\s+/)
  const known = [2, 1].find((count) => words.length >= count && makeOf(words.slice(0, count).join(' ')) !== null)
  const count = known ?? (words.length > 1 ? 1 : 0)
  const make = words.slice(0, count).join(' ')
  return { loanerYear, loanerMake: makeOf(make) ?? make, loanerModel: words.slice(count).join(' ') }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LoanerCheck, LoanerConflict, LoanerState } from '../../../shared/booking/loaner-state.ts'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { onNews } from '../../app/state/desk-status.ts'
import { intendedInstant, type BookingForm } from './form.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'

export type LoanersState = {
  /** When the loaners are as `loaners` says; null before the first read. */
  readonly at: UtcInstant | null
  readonly loaners: readonly LoanerState[]
  /** The customer who has or gets the loaner of the form; null for none. */
  readonly conflict: LoanerConflict | null
}

/** What the form asks about the loaners: all of them at the time when one leaves, and the one that is typed. */
export type LoanerQuery = {
  readonly utc: UtcInstant | null
  readonly except: string | null
  readonly check: LoanerCheck | null
}

export type Loaners = StoreApi<LoanersState> & {
  /** Reads the answers to a query, and again after each change of a booking until the returned function is called. */
  readonly watch: (query: LoanerQuery) => () => void
}

const NOTHING: LoanersState = { at: null, loaners: [], conflict: null }

/** The store of what the bookings tell of the loaners at the time of the form. */
export function createLoaners(bridge: Bridge): Loaners {
  const store = createStore<LoanersState>(() => NOTHING)
  let asked: LoanerQuery | null = null
  let isReading = false
  let isOutdated = false

  /** Only one read at a time, because a busy day is slow to read and each change asks for it again. */
  const read = async (): Promise<void> => {
    if (asked === null) return
    if (isReading) {
      isOutdated = true
      return
    }
    isReading = true
    isOutdated = false
    const query = asked
    const { utc, except, check } = query
    const [loaners, conflict] = await Promise.all([
      utc === null ? null : bridge.readLoaners({ utc, except }),
      check === null ? null : bridge.checkLoaner(check),
    ])
    isReading = false
    if (asked === query) {
      store.setState((before) => ({
        at: utc,
        // The chosen loaner keeps its chip while the time is being retyped.
        loaners: loaners?.ok === true ? loaners.value : utc === null ? before.loaners : [],
        conflict: conflict?.ok === true ? conflict.value : null,
      }))
    }
    if (isOutdated) await read()
  }
  onNews(bridge, () => void read())
  return {
    ...store,
    watch: (query) => {
      asked = query
      void read()
      return () => {
        if (asked === query) asked = null
      }
    },
  }
}

const orNull = (text: string, max: number) => (text.trim() === '' ? null : text.trim().slice(0, max))

/** True if the form promises a loaner that it names. */
export function namesLoaner(form: BookingForm): boolean {
  const isNamed = form.loanerStock.trim() !== '' || form.loanerVin.trim() !== ''
  return form.kind === 'pickup' && form.loanerChoice === 'now' && isNamed
}

/** Returns the query of a form that is still being typed. `leaves` is when its first vehicle leaves the lot. */
export function loanerQueryOf(form: BookingForm, leaves: UtcInstant | null, zone: string): LoanerQuery {
  const except = orNull(form.changes, 64)
  const utc = form.kind === 'pickup' ? leaves : form.kind === 'return' ? intendedInstant(form, zone) : null
  const [stock, vin] = [orNull(form.loanerStock, 40), orNull(form.loanerVin, 80)]
  if (!namesLoaner(form) || utc === null) return { utc, except, check: null }
  const name = orNull(form.customerName, 120)
  const phone = orNull(form.customerPhone, 60)
  const reference = orNull(form.reference, 40)
  return { utc, except, check: { stock, vin, leaves: utc, returns: null, name, phone, reference, except } }
}

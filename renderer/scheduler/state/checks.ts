import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { DuplicateCandidate, DuplicateQuery } from '../../../shared/booking/duplicates.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { intendedInstant, type BookingForm } from './form.ts'

/** What the saved bookings tell of the booking in the form while a person types. */
export type ChecksState = {
  readonly duplicates: readonly DuplicateCandidate[]
  /** The pickup whose return the form probably is; null for none. */
  readonly openPickup: BookedMoves | null
}

export type Checks = StoreApi<ChecksState> & {
  /** Asks about a query, unless it is the one that was asked last. Forgets the answers at once without any value. */
  readonly ask: (query: DuplicateQuery) => Promise<void>
}

const NOTHING: ChecksState = { duplicates: [], openPickup: null }

/** The store of the checks beside the form. */
export function createChecks(bridge: Bridge): Checks {
  const store = createStore<ChecksState>(() => NOTHING)
  let asked = ''

  const read = async (query: DuplicateQuery, key: string) => {
    const { phone, vin, reference, kind } = query
    const [duplicates, pickup] = await Promise.all([
      query.utc !== null ? bridge.findDuplicates(query) : null,
      kind === 'pair' ? bridge.findOpenPickup({ phone, vin, reference }) : null,
    ])
    // A late answer about other values must not be shown for these.
    if (asked !== key) return
    store.setState({
      duplicates: duplicates?.ok === true ? duplicates.value : [],
      openPickup: pickup?.ok === true ? pickup.value : null,
    })
  }
  return {
    ...store,
    ask: async (query) => {
      const key = JSON.stringify(query)
      if (key === asked) return
      asked = key
      if (identifies(query)) await read(query, key)
      else store.setState(NOTHING)
    },
  }
}

/** True if a query has a value by which a saved booking is recognized. */
export function identifies({ phone, vin, reference }: DuplicateQuery): boolean {
  return phone !== null || vin !== null || reference !== null
}

/** Returns the query of a form that is still being typed. */
export function queryOf(form: BookingForm, zone: string): DuplicateQuery {
  const typed = (text: string) => (text.trim() === '' ? null : text.trim())
  const isPair = form.kind !== 'one-way'
  return {
    kind: isPair ? 'pair' : 'one-way',
    action: form.kind === 'pickup' || form.kind === 'return' ? form.kind : null,
    utc: intendedInstant(form, zone),
    reference: typed(form.reference.slice(0, 40)),
    name: isPair ? typed(form.customerName.slice(0, 120)) : null,
    phone: isPair ? typed(form.customerPhone.slice(0, 60)) : null,
    vin: typed(form.vehicleVin.slice(0, 80)),
    loanerVin: isPair && form.loanerChoice === 'now' ? typed(form.loanerVin.slice(0, 80)) : null,
    except: form.changes === '' ? null : form.changes,
  }
}

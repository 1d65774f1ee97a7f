import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { KnownCustomer, ZipTown } from '../../../shared/booking/customer.ts'
import { normalizeVin } from '../../../shared/booking/vehicle.ts'
import { isDecodable, type VinFacts } from '../../../shared/booking/vin-year.ts'
import type { PrefilledFields, PrefillSource } from './prefill-rules.ts'
import { FIELDS, type BookingForm, type FieldName } from './form.ts'
import { relatedField, warningOf } from './warnings.ts'

/** The known customer whose stored bookings filled the form. */
export type ChosenCustomer = {
  /** The phone as typed in the form. */
  readonly phone: string
  readonly customer: KnownCustomer
  /** Indexes of the chosen car and address in `customer.cars` and `customer.places`. */
  readonly car: number
  readonly place: number
}

/** A warning, which applies while its field has the value `of` and the `relatedField` has the value `bound`. */
type Warning = { readonly message: string; readonly of: string; readonly bound: string | null }

export type PrefillState = {
  readonly filled: PrefilledFields
  readonly warnings: { readonly [Name in FieldName]?: Warning }
  readonly known: ChosenCustomer | null
}

export type Prefill = StoreApi<PrefillState> & {
  /**
   * Clears the prefill, the warnings and the cached customers when another form replaced the last one. Does nothing if
   * `round` (`DraftState.round`) equals that of the last call.
   */
  readonly begin: (round: number) => void
  /** Fetches city and state of a ZIP and caches the answer. Null if the ZIP is unknown or the call fails. */
  readonly town: (zip: string) => Promise<ZipTown | null>
  /** The cached answer; undefined if there is none. */
  readonly cachedTown: (zip: string) => ZipTown | null | undefined
  /**
   * Fetches the known customer of a phone and caches the answer until `begin`. Null if there is none or the call
   * fails.
   */
  readonly customer: (phone: string) => Promise<KnownCustomer | null>
  readonly cachedCustomer: (phone: string) => KnownCustomer | null | undefined
  /** Decodes a VIN and caches the answer. Null if the VIN is not worth decoding or the call fails. */
  readonly vin: (typed: string) => Promise<VinFacts | null>
  readonly cachedVin: (typed: string) => VinFacts | undefined
  /** Records the values that the desk filled in. */
  readonly note: (values: Partial<BookingForm>, from: PrefillSource) => void
  readonly offer: (known: ChosenCustomer | null) => void
  /** Updates the warnings of a field that lost the focus, and of the fields that are checked against that field. */
  readonly updateWarnings: (form: BookingForm, name: FieldName) => void
  /** Returns the warning that applies to the current value of a field; undefined if there is none. */
  readonly warning: (form: BookingForm, name: FieldName) => string | undefined
}

const NOTHING: PrefillState = { filled: {}, warnings: {}, known: null }

/** The store of prefilled values and warnings of the booking form. */
export function createPrefill(bridge: Bridge): Prefill {
  const store = createStore<PrefillState>(() => NOTHING)
  const towns = new Map<string, ZipTown | null>()
  const vins = new Map<string, VinFacts>()
  let customers = new Map<string, KnownCustomer | null>()
  let round: number | null = null

  const warn = (form: BookingForm, name: FieldName) => {
    const message = warningOf(form, name, towns, vins)
    const bound = relatedField(name)
    const { [name]: _before, ...others } = store.getState().warnings
    const warning = message === null ? null : { message, of: form[name], bound: bound === null ? null : form[bound] }
    store.setState({ warnings: warning === null ? others : { ...others, [name]: warning } })
  }

  return {
    ...store,
    begin: (next) => {
      if (next === round) return
      round = next
      customers = new Map()
      store.setState(NOTHING)
    },
    town: async (zip) => {
      const known = towns.get(zip)
      if (known !== undefined || !/^\d{5}$/.test(zip)) return known ?? null
      const answer = await bridge.lookUpZip({ zip })
      if (answer.ok) towns.set(zip, answer.value)
      return answer.ok ? answer.value : null
    },
    cachedTown: (zip) => towns.get(zip),
    customer: async (phone) => {
      const known = customers.get(phone)
      if (known !== undefined) return known
      const cache = customers
      const answer = await bridge.knownCustomer({ phone })
      if (answer.ok) cache.set(phone, answer.value)
      return answer.ok ? answer.value : null
    },
    vin: async (typed) => {
      const vin = normalizeVin(typed)
      const known = vins.get(vin)
      if (known !== undefined || !isDecodable(vin)) return known ?? null
      const answer = await bridge.decodeVin({ vin })
      if (answer.ok) vins.set(vin, answer.value)
      return answer.ok ? answer.value : null
    },
    cachedVin: (typed) => vins.get(normalizeVin(typed)),
    cachedCustomer: (phone) => customers.get(phone),
    note: (values, from) => {
      const noted = FIELDS.flatMap((name) => {
        const value = values[name]
        return value === undefined ? [] : [[name, { value, from }] as const]
      })
      store.setState(({ filled }) => ({ filled: { ...filled, ...Object.fromEntries(noted) } }))
    },
    offer: (known) => store.setState({ known }),
    updateWarnings: (form, name) => {
      warn(form, name)
      for (const other of FIELDS) if (relatedField(other) === name && form[other] !== '') warn(form, other)
    },
    warning: (form, name) => {
      const warning = store.getState().warnings[name]
      const bound = relatedField(name)
      const applies =
        warning !== undefined && warning.of === form[name] && (bound === null || warning.bound === form[bound])
      return applies ? warning.message : undefined
    },
  }
}

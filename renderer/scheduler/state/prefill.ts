import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { KnownCustomer, ZipTown } from '../../../shared/booking/customer.ts'
import type { PrefilledFields, PrefillSource } from './prefill-rules.ts'
import { FIELDS, type BookingForm, type FieldName } from './form.ts'
import { boundField, warningOf } from './warnings.ts'

/** A known customer whose bookings filled the form. */
export type Known = {
  /** As it stands in the form. */
  readonly phone: string
  readonly customer: KnownCustomer
  /** Which of the cars and of the addresses is taken. */
  readonly car: number
  readonly place: number
}

/** A warning and the values for which it was said. */
type Warning = { readonly message: string; readonly of: string; readonly bound: string | null }

export type AdviceState = {
  readonly filled: PrefilledFields
  readonly warnings: { readonly [Name in FieldName]?: Warning }
  readonly known: Known | null
}

export type Prefill = StoreApi<AdviceState> & {
  /** Forgets what was said of the form before. */
  readonly begin: (round: number) => void
  /** City and state of a ZIP. Asked once each; a desk that does not answer leaves it unknown. */
  readonly town: (zip: string) => Promise<ZipTown | null>
  /** What was answered by now; undefined while nothing was. */
  readonly townNow: (zip: string) => ZipTown | null | undefined
  /** Who has this phone. Asked once for each form. */
  readonly customer: (phone: string) => Promise<KnownCustomer | null>
  readonly customerNow: (phone: string) => KnownCustomer | null | undefined
  /** Notes what the desk filled in. */
  readonly note: (values: Partial<BookingForm>, from: PrefillSource) => void
  readonly offer: (known: Known | null) => void
  /** Looks at a field that was left, and at the one that it belongs to. */
  readonly look: (form: BookingForm, name: FieldName) => void
  /** What is to be said of a field as it stands now. */
  readonly warning: (form: BookingForm, name: FieldName) => string | undefined
}

const NOTHING: AdviceState = { filled: {}, warnings: {}, known: null }

/** What the desk adds to what is typed: what it filled in, and what looks like a slip. */
export function createPrefill(bridge: Bridge): Prefill {
  const store = createStore<AdviceState>(() => NOTHING)
  const towns = new Map<string, ZipTown | null>()
  let customers = new Map<string, KnownCustomer | null>()
  let round: number | null = null

  const warn = (form: BookingForm, name: FieldName) => {
    const message = warningOf(form, name, towns)
    const bound = boundField(name)
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
    townNow: (zip) => towns.get(zip),
    customer: async (phone) => {
      const known = customers.get(phone)
      if (known !== undefined) return known
      const asked = customers
      const answer = await bridge.knownCustomer({ phone })
      if (answer.ok) asked.set(phone, answer.value)
      return answer.ok ? answer.value : null
    },
    customerNow: (phone) => customers.get(phone),
    note: (values, from) => {
      const noted = FIELDS.flatMap((name) => {
        const value = values[name]
        return value === undefined ? [] : [[name, { value, from }] as const]
      })
      store.setState(({ filled }) => ({ filled: { ...filled, ...Object.fromEntries(noted) } }))
    },
    offer: (known) => store.setState({ known }),
    look: (form, name) => {
      warn(form, name)
      const bound = boundField(name)
      if (bound !== null && form[bound] !== '') warn(form, bound)
    },
    warning: (form, name) => {
      const warning = store.getState().warnings[name]
      const bound = boundField(name)
      const stands =
        warning !== undefined && warning.of === form[name] && (bound === null || warning.bound === form[bound])
      return stands ? warning.message : undefined
    },
  }
}

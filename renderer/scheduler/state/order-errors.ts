import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import type { FieldIssue } from '../../../shared/field-issues.ts'
import { ofHalf } from '../text/return-text.ts'
import type { BookingForm, FieldName } from './form.ts'
import { checkForm, formErrorsFrom, type FormErrors } from './form-errors.ts'
import type { Order } from './order.ts'
import { returnFormOf, type ReturnTime } from './return-time.ts'

/* The errors of a pickup that is booked with its return. A message that belongs to one half names that half. */

type Checked = { readonly ok: true; readonly order: Order } | { readonly ok: false; readonly problems: FormErrors }

/** Checks the form, and with a time of the return also that return. */
export function checkOrder(
  form: BookingForm,
  back: ReturnTime | null,
  { rooftop: { zone }, now }: Pick<DeskStatus, 'rooftop' | 'now'>,
): Checked {
  const pickup = checkForm(form, zone, now)
  if (!pickup.ok) return pickup
  if (back === null) return { ok: true, order: { booking: pickup.booking, back: null } }
  const home = checkForm(returnFormOf(form, back), zone, now)
  if (!home.ok) return { ok: false, problems: named('back', ofReturn(home.problems)) }
  return { ok: true, order: { booking: pickup.booking, back: home.booking } }
}

/** Assigns the issues of a single booking, or of both halves of `bookVisit`, to the fields of the form. */
export function orderErrorsFrom(issues: readonly FieldIssue[], form: BookingForm, zone: string): FormErrors {
  const halfOf = (half: 'pickup' | 'back') =>
    issues
      .filter(({ path }) => path.startsWith(`${half}.`))
      .map((issue) => ({ ...issue, path: issue.path.replace(/^\w+\.(?:booking\.)?/, '') }))
  const single = issues.filter(({ path }) => !/^(?:pickup|back)\./.test(path))
  const pickup = formErrorsFrom(halfOf('pickup'), form, zone)
  const back = ofReturn(formErrorsFrom(halfOf('back'), form, zone))
  const whole = formErrorsFrom(single, form, zone)
  const both = Object.fromEntries(
    Object.entries(pickup.fields).filter(([name, message]) => back.fields[name as FieldName] === message),
  )
  return {
    fields: { ...named('back', back).fields, ...named('pickup', pickup).fields, ...both, ...whole.fields },
    loose: [...whole.loose, ...named('pickup', pickup).loose, ...named('back', back).loose],
  }
}

const TIME_FIELDS: readonly FieldName[] = ['spokenInput', 'date', 'time', 'occurrence']

/** Moves the messages about the time of a return to the field that asks for that time. */
function ofReturn({ fields, loose }: FormErrors): FormErrors {
  const time = TIME_FIELDS.map((name) => fields[name]).find((message) => message !== undefined)
  const others = Object.entries(fields).filter(([name]) => !TIME_FIELDS.includes(name as FieldName))
  return { fields: { ...Object.fromEntries(others), ...(time !== undefined && { returnInput: time }) }, loose }
}

/** The field for the time of the return names its half by itself. */
function named(half: 'pickup' | 'back', { fields, loose }: FormErrors): FormErrors {
  const entries = Object.entries(fields).map(([name, message]) => [
    name,
    name === 'returnInput' ? message : ofHalf(half, message),
  ])
  return { fields: Object.fromEntries(entries), loose: loose.map((message) => ofHalf(half, message)) }
}

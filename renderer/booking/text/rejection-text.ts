import type { BookedMoves } from '../../../shared/move/move.ts'
import type { FieldValue } from '../../../shared/outbox/fields.ts'
import { fieldLabel, type LabeledBooking } from './field-labels.ts'
import { providerFirst } from './phone-text.ts'

/** Sentences about a booking that the provider rejected. */

/** Meanings of the provider's error codes, worded to follow a colon. */
const REJECTIONS: Readonly<Record<string, string>> = {
  address_invalid: "an address can't be used",
  outside_region: 'no drivers there: both addresses are outside the service area',
  field_invalid: "something can't be used",
  field_missing: 'something is missing',
  google_place_id_invalid: 'a place is unknown',
  move_invalid: "a move number can't be used",
  pickup_location_required: 'the pickup address is missing',
  request_invalid: 'the booking is invalid',
}

/**
 * Describes each error with the screen's label of its field and the provider's own message. `codes`, `params` and the
 * lines of `providerMessage` share one order.
 */
export function describeRejection({ fields, providerMessage }: BookedMoves['entry'], booking: LabeledBooking): string {
  const params = listOf(fields['params'])
  const messages = (providerMessage ?? '').split('\n')
  const words = listOf(fields['codes']).map((code, place) => {
    const param = params[place]
    const label = typeof param === 'string' ? fieldLabel(param, booking) : null
    const message = withLabels(messages[place] ?? '', typeof param === 'string' ? param : '', label, booking)
    const detail =
      label === null || message.startsWith(label) ? message : message === '' ? label : `${label}: ${message}`
    const meaning = REJECTIONS[String(code)]
    if (meaning === undefined) return detail === '' ? 'no reason was given' : detail
    return detail === '' ? meaning : `${meaning} (${detail})`
  })
  const sentence = `${providerFirst()} rejected this booking: ${words.join('; ')}`.slice(0, 1000)
  return /\.\)?$/.test(sentence) ? sentence : `${sentence}.`
}

/** Puts the screen's labels in place of the names of fields in an answer that is quoted. */
export function withFieldLabels(answer: string, booking: LabeledBooking): string {
  const [param = ''] = /^[a-z0-9_.]+(?=:)/.exec(answer) ?? []
  const label = param === '' ? null : fieldLabel(param, booking)
  const message = withLabels(answer, param, label, booking)
  return label === null || message.startsWith(label) ? message : `${label}: ${message}`
}

/** A name of the provider's fields, which always has an underscore or a dot between two words. */
const WIRE_NAME = /\b[a-z]+(?:[._][a-z0-9]+)*_[a-z0-9]+(?:[._][a-z0-9]+)*\b/g

/** Puts the screen's labels in place of the names of fields in the provider's message. */
function withLabels(message: string, param: string, label: string | null, booking: LabeledBooking): string {
  const isAtStart = param !== '' && new RegExp(`^${param.replaceAll('.', '\\.')}(?=[\\s:])`).test(message)
  const rest = isAtStart ? message.slice(param.length).replace(/^:\s*/, '') : message
  const start = isAtStart && /^\s/.test(rest) ? `${label ?? 'This field'}${rest}` : rest
  return start.replace(WIRE_NAME, (name) => fieldLabel(name, booking) ?? 'a field')
}

function listOf(value: FieldValue | undefined): readonly (string | number | null)[] {
  return Array.isArray(value) ? value : []
}

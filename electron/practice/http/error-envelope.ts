/*
 * How the practice service says no: the envelope `{ "errors": [ … ] }`. The description leaves errors open;
 * shape and codes are those of test/spec/provider.md#error-envelope.
 */

export type RefusalCode =
  /** A required property is absent or blank. */
  | 'field_missing'
  /** A property cannot be taken as it is. */
  | 'field_invalid'
  /** No move by that number, or none that this can be done to. */
  | 'move_invalid'
  /** A move in progress has the same value in the field of `duplicate_check`. */
  | 'move_duplication'
  /** The token is missing or not the right one. */
  | 'access_denied'
  /** The request as a whole: method, path, content type, size, or a body that is not a JSON object. */
  | 'request_invalid'
  /** The disk refused; nothing was stored. */
  | 'internal_server_error'

export type ApiError = {
  readonly status: 400 | 401 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 431 | 500
  readonly errors: readonly {
    readonly type: 'invalid_request_error' | 'api_error'
    readonly code: RefusalCode
    /** The reason in words; it never quotes what was sent. */
    readonly message: string
    /** The field's path in the body, for example `customer_move.vehicle.make`. */
    readonly param?: string
  }[]
  readonly headers: Readonly<Record<string, string>>
}

/** What was read, or why it was not taken. */
export type Read<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'refused'; readonly why: ApiError }

/** A refusal of the request as a whole, without a field. */
export function refusal(
  status: ApiError['status'],
  code: RefusalCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  const type = status === 500 ? 'api_error' : 'invalid_request_error'
  return { status, errors: [{ type, code, message }], headers }
}

export type FieldFault = {
  readonly code: 'field_missing' | 'field_invalid' | 'move_duplication'
  readonly param: string
  readonly words: string
}

/** Every field that could not be taken: 422 in the baseline, 400 where the provider says so. */
export function fieldRefusal(faults: readonly FieldFault[], status: 400 | 422): ApiError {
  return {
    status,
    errors: faults.map(({ code, param, words }) => ({
      type: 'invalid_request_error',
      code,
      message: `${param} ${words}.`,
      param,
    })),
    headers: {},
  }
}

/** How codes are written: the provider's newer pages write them in upper case. */
export type CodeCase = 'lower' | 'upper'

/** The JSON body of a refusal. */
export function envelope(why: ApiError, codes: CodeCase = 'lower'): string {
  if (codes === 'lower') return JSON.stringify({ errors: why.errors })
  return JSON.stringify({ errors: why.errors.map((error) => ({ ...error, code: error.code.toUpperCase() })) })
}

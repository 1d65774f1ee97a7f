/*
 * The error envelope of the practice service: `{ "errors": [ … ] }`. Since test/spec/service.md leaves errors open, the
 * shape and the codes follow test/spec/provider.md#error-envelope.
 */

export type RefusalCode =
  /** A required property is absent, or a property that must not be blank is blank. */
  | 'field_missing'
  /** A property has an unacceptable value. */
  | 'field_invalid'
  /** No move has that number, or the move does not allow the operation. */
  | 'move_invalid'
  /** A move in progress has the same value in the field that `duplicate_check` names. */
  | 'move_duplication'
  /** The token is missing, wrong or expired, or the client id or client secret is wrong. */
  | 'access_denied'
  /** A fault of the whole request, for example a wrong path, method or content type, or a body that is not JSON. */
  | 'request_invalid'
  /** An unexpected error, usually of the disk. The transaction that failed is rolled back. */
  | 'internal_server_error'

export type ApiError = {
  readonly status: 400 | 401 | 404 | 405 | 408 | 409 | 413 | 415 | 421 | 422 | 431 | 500
  readonly errors: readonly {
    readonly type: 'invalid_request_error' | 'api_error'
    readonly code: RefusalCode
    /** The reason as a sentence that never quotes the request. */
    readonly message: string
    /** The field's path in the body, for example `customer_move.vehicle.make`. */
    readonly param?: string
  }[]
  readonly headers: Readonly<Record<string, string>>
}

/** A parsed input or the JSON of a response, or the error to respond with. */
export type ApiResult<T> =
  { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'refused'; readonly error: ApiError }

/** An error of the whole request, without a field. */
export function refusal(
  status: ApiError['status'],
  code: RefusalCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  const type = status === 500 ? 'api_error' : 'invalid_request_error'
  return { status, errors: [{ type, code, message }], headers }
}

/** A wrong field. `words` complete a sentence that begins with `param`, without the full stop. */
export type FieldFault = {
  readonly code: 'field_missing' | 'field_invalid' | 'move_duplication'
  readonly param: string
  readonly words: string
}

/** An error for every wrong field. The baseline and the control routes use 422, the endpoints of `hopdrive` use 400. */
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

/**
 * The letter case of error codes: older pages of the provider's documentation show lower case, newer pages upper case
 * (test/spec/provider.md#error-envelope).
 */
export type CodeCase = 'lower' | 'upper'

/** The JSON body of an error. */
export function envelope(error: ApiError, codes: CodeCase = 'lower'): string {
  if (codes === 'lower') return JSON.stringify({ errors: error.errors })
  return JSON.stringify({ errors: error.errors.map((error) => ({ ...error, code: error.code.toUpperCase() })) })
}

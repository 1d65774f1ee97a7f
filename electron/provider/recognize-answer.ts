import type { FetchMoveResult } from './client.ts'
import type { HttpResponse } from './http/connection.ts'
import { parseErrors, parseJsonBody } from './parse-response.ts'

/*
 * Recognizes the provider's API by its answer to the fetch of a number that no move has
 * (test/spec/reliability.md#health-check). A captive portal or a block page answers too, and a booking must never leave
 * for such a server.
 */

export type AnswerWord =
  /** The provider's API says that no such move exists, or that no move can have this number. */
  | 'no-such-move'
  /** A `404` of plain text or of nothing, as the API or any other server may send. */
  | 'bare-not-found'
  /** The API refuses this account the fetch. */
  | 'reads-refused'
  | 'web-page'
  | 'unrecognized'

/** Recognizes an answer that is neither trouble of the provider nor a move. */
export function recognizeAnswer(answer: HttpResponse): AnswerWord {
  const { status, body } = answer
  const errors = answer.complete ? parseErrors(body) : null
  if (status === 404 && saysNoSuchMove(answer)) return 'no-such-move'
  if ((status === 400 || status === 422) && namesMove(answer)) return 'no-such-move'
  if (isMarkup(answer)) return 'web-page'
  if (status === 404 && answer.complete && errors === null) return 'bare-not-found'
  const isRefusal = status === 403 || (status === 400 && errors?.some(({ code }) => code === 'access_denied'))
  return isRefusal === true && errors !== null ? 'reads-refused' : 'unrecognized'
}

/**
 * Returns true when the provider itself says that it knows no such move: a `404` with JSON of any form. A `404` of
 * another form may come from another server, and `request_invalid` says only that the API has no such path.
 */
export function isMoveUnknown(fetched: FetchMoveResult): boolean {
  return fetched.kind === 'answered' && fetched.answer.status === 404 && saysNoSuchMove(fetched.answer)
}

function saysNoSuchMove(answer: HttpResponse): boolean {
  if (!isJson(answer)) return false
  return !(parseErrors(answer.body)?.some(({ code }) => code === 'request_invalid') ?? false)
}

/** True for a whole JSON object or array, and for another JSON value that the headers call JSON. */
function isJson({ body, complete, headers }: HttpResponse): boolean {
  const parsed = complete ? parseJsonBody(body) : null
  if (parsed === null) return false
  return (typeof parsed.value === 'object' && parsed.value !== null) || /json/i.test(headers['content-type'] ?? '')
}

/** True for HTML and XML, by the headers or by the first character. JSON under a wrong type is not markup. */
export function isMarkup({ body, headers }: Pick<HttpResponse, 'body' | 'headers'>): boolean {
  if (parseJsonBody(body) !== null) return false
  return /html|xml/i.test(headers['content-type'] ?? '') || /^[\s\ufeff]*</.test(body)
}

/**
 * Names of the number in the path. A bare `id` counts only as a whole text or in quotes, because the page of a firewall
 * speaks of its support id.
 */
const NAMES_MOVE = /\bmove[ _-]?(?:id|number)\b|\bmoveId\b|["'`]id["'`]|^\s*id\s*$/i

/** True when JSON errors complain about the number in the path, as only an API of moves does. */
function namesMove(answer: HttpResponse): boolean {
  if (!isJson(answer)) return false
  const errors = parseErrors(answer.body)
  if (errors !== null) {
    return errors.some(
      ({ code, message, param }) =>
        code === 'move_invalid' ||
        (code !== 'access_denied' && [param ?? '', message].some((text) => NAMES_MOVE.test(text))),
    )
  }
  return textsIn(parseJsonBody(answer.body)?.value).some((text) => NAMES_MOVE.test(text))
}

/** Every text in a JSON value, and the name of every member that holds a list, such as `{"move_id": ["is not"]}`. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(Array.isArray(member) ? [name] : []),
    ...textsIn(member),
  ])
}

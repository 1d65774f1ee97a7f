import { describe, expect, test } from 'vitest'
import type { HttpResponse } from '../../../../electron/provider/http/connection.ts'
import { isMoveUnknown, recognizeAnswer } from '../../../../electron/provider/recognize-answer.ts'
import { errorBody, LOGIN_PAGE } from '../../../support/builders/sent-request.ts'

function answer(status: number, body: string, type?: string, complete = true): HttpResponse {
  return { status, headers: type === undefined ? {} : { 'content-type': type }, body, complete }
}

const envelope = (code: string, message = 'No.', param?: string) =>
  JSON.stringify({ errors: [{ ...errorBody(code, message).errors[0], param }] })

describe('`recognizeAnswer`', () => {
  test.for([
    ['a 404 with JSON under a wrong type', answer(404, '{"message":"Not Found"}', 'text/html'), 'no-such-move'],
    ['a 404 with a JSON text', answer(404, '"no such move"', 'application/json'), 'no-such-move'],
    ['a 404 with errors that have no code', answer(404, '{"errors":[{"message":"No."}]}'), 'no-such-move'],
    ['a 400 with `move_invalid`', answer(400, envelope('move_invalid')), 'no-such-move'],
    ['a 422 whose message names the number', answer(422, envelope('x', 'The move number is wrong.')), 'no-such-move'],
    ['a 400 with errors by field', answer(400, '{"move_id":["must be positive"]}'), 'no-such-move'],
    ['a 404 of nothing', answer(404, ''), 'bare-not-found'],
    ['a 404 with a number as text', answer(404, '404', 'text/plain'), 'bare-not-found'],
    ['a 404 for the path', answer(404, envelope('request_invalid')), 'unrecognized'],
    ['a 404 that was cut off', answer(404, '{"errors":[', undefined, false), 'unrecognized'],
    ['a page under the type of text', answer(404, `\n ${LOGIN_PAGE}`, 'text/plain'), 'web-page'],
    ['a page under the type of JSON', answer(404, LOGIN_PAGE, 'application/json'), 'web-page'],
    ['a text under the type of a page', answer(404, 'Please sign in', 'text/html; charset=utf-8'), 'web-page'],
    ['XML', answer(403, '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'), 'web-page'],
    ['a page that names an id', answer(400, '<p>Request id 7</p>', 'text/html'), 'web-page'],
    ['a 400 with the id of a request', answer(400, '{"id":"req_1","request_id":"7","message":"No."}'), 'unrecognized'],
    ['a 400 with the id of a support case', answer(400, '{"message":"Blocked. Support ID: 902"}'), 'unrecognized'],
    ['a 422 about the id of a client', answer(422, envelope('x', 'Your client ID is not known.')), 'unrecognized'],
    ['a 422 about the field `id`', answer(422, envelope('x', 'must be above 0', 'id')), 'no-such-move'],
    ['a 400 that quotes the field `id`', answer(400, '{"message":"\\"id\\" must be a number"}'), 'no-such-move'],
    ['a 400 of a refused right', answer(400, envelope('access_denied', 'Not this id.')), 'reads-refused'],
    ['a 403 of a missing scope', answer(403, envelope('missing_scope')), 'reads-refused'],
    ['a 403 without the envelope', answer(403, 'Blocked by policy.', 'text/plain'), 'unrecognized'],
    ['a 407 of nothing', answer(407, ''), 'unrecognized'],
    ['a 204', answer(204, ''), 'unrecognized'],
  ] as const)('`recognizeAnswer` reads %s', ([, given, word]) => {
    expect(recognizeAnswer(given)).toBe(word)
  })
})

test.for([
  ['{}', true],
  ['[]', true],
  [envelope('move_invalid'), true],
  [envelope('request_invalid'), false],
  ['Not Found', false],
  ['', false],
  [LOGIN_PAGE, false],
] as const)('A held move is unknown after a 404 with %s: %s', ([body, unknown]) => {
  expect(isMoveUnknown({ kind: 'answered', answer: answer(404, body) })).toBe(unknown)
  // The fetch of a held move says nothing of the move under another status.
  expect(isMoveUnknown({ kind: 'answered', answer: answer(400, envelope('move_invalid')) })).toBe(false)
})

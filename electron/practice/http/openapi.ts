import { z } from '@hono/zod-openapi'
import * as schemas from '../responses/schemas.ts'
import { patchBody } from './answer-patch.ts'
import { outcomeBody } from './control-routes.ts'
import * as bodies from '../schemas/hopdrive.ts'
import { oneWayBody, pairBody } from '../schemas/baseline.ts'

/*
 * The OpenAPI 3.1 document, made from the schemas that check the input. The service also refuses values that JSON
 * Schema cannot describe, such as a date that does not exist or broken characters.
 */

type Json = { readonly [name: string]: unknown }

/** The statuses beside 200 of every operation that returns JSON, and those that a request body adds. */
const WITH_TOKEN = [401, 405, 500]
const WITH_BODY = [400, 413, 415]

const REASONS: Readonly<Record<number, string>> = {
  400: 'The request or a field of its body cannot be taken.',
  401: 'No token, or not a good one.',
  404: 'There is none by this number.',
  405: 'Another method.',
  409: 'The move has ended, stands still, or its driver has not come to it.',
  413: 'The body has more than 1 MB.',
  415: 'The body is not application/json.',
  422: 'A field of the body cannot be taken.',
  500: 'Nothing was stored.',
}

/** The document of the service at `base` in a profile. */
export function openApi(profile: 'baseline' | 'hopdrive', base: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lanekeeper practice service',
      version: '1',
      description: `Vehicle moves, profile ${profile}. No vehicle moves and no SMS is sent.`,
    },
    servers: [{ url: base }],
    security: [{ token: [] }],
    paths: profile === 'baseline' ? baselinePaths() : hopdrivePaths(),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Errors: schemaOf(schemas.errorsSchema, 'output') },
    },
  }
}

function baselinePaths(): Json {
  const fetch = { get: operation('fetchMove', 'Fetch a move', schemas.moveSchema, [404]) }
  return {
    '/v1/one-way-moves': { post: creation('bookOneWay', 'Book a one-way move', oneWayBody, schemas.moveSchema, [422]) },
    '/v1/concierge-loaner-moves': {
      post: creation('bookPair', 'Book a concierge and a loaner move', pairBody, schemas.pairSchema, [422]),
    },
    '/v1/moves/{id}': { parameters: [ID], ...fetch },
    ...everyProfile(fetch.get),
  }
}

function hopdrivePaths(): Json {
  const either = z.union([schemas.numberedMoveSchema, schemas.numberedPairSchema, schemas.conciergeSchema])
  const fetch = { get: operation('fetchMove', 'Fetch a move, or the pair that it belongs to', either, [404]) }
  return {
    '/v1/authorize': {
      post: { ...creation('authorize', 'Get a token', bodies.authorizeBody, schemas.tokenSchema, []), security: [] },
    },
    '/v1/one-way-moves': {
      post: creation('bookOneWay', 'Book a one-way move', bodies.nestedOneWayBody, schemas.numberedMoveSchema, []),
    },
    '/v1/concierge-loaner-moves': {
      post: creation(
        'bookPair',
        'Book a concierge and a loaner move',
        bodies.numberedPairBody,
        schemas.numberedPairSchema,
        [],
      ),
    },
    '/v1/concierge-moves': {
      post: creation('bookConcierge', 'Book a concierge move', bodies.conciergeBody, schemas.conciergeSchema, []),
    },
    '/v1/moves/{id}': {
      parameters: [ID],
      ...fetch,
      patch: creation('changeMove', 'Change a move before its pickup', bodies.changeBody, schemas.changedSchema, [404]),
    },
    '/v1/cancelation': {
      post: creation('cancelMove', 'Ask for a cancelation', bodies.cancelationBody, schemas.pendingSchema, [404]),
    },
    ...everyProfile(fetch.get),
  }
}

function everyProfile(fetch: Json): Json {
  const page = (operationId: string, summary: string) => ({
    operationId,
    summary,
    security: [],
    responses: {
      200: { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
      ...refusals([404, 405, 500]),
    },
  })
  const code = { name: 'code', in: 'path', required: true, schema: { type: 'string' } }
  return {
    '/moves/{id}': { parameters: [ID], get: { ...fetch, operationId: 'fetchMoveWithoutVersion' } },
    '/v1/lanes/{id}': { parameters: [ID], get: operation('fetchLane', 'Fetch a lane', schemas.laneSchema, [404]) },
    '/practice/ledger': { get: operation('ledger', 'Every accepted creation, in order', schemas.ledgerSchema, []) },
    '/practice/sms': { get: operation('sms', 'Every SMS that would have been sent, in order', schemas.smsSchema, []) },
    '/practice/answers': {
      post: creation('shapeAnswers', 'Lay values over later responses', patchBody, z.looseObject({}), [422]),
    },
    '/practice/moves/{id}/step': {
      parameters: [ID],
      post: operation('advanceDriver', 'Advance the driver by one step', schemas.cancelStatusSchema, [404, 409]),
    },
    '/practice/moves/{id}/cancel-outcome': {
      parameters: [ID],
      post: creation('decide', 'Decide a cancelation', outcomeBody, schemas.cancelStatusSchema, [404, 409, 422]),
    },
    '/portal/moves': { get: page('portalMoves', 'The newest moves') },
    '/portal/moves/{id}': { parameters: [ID], get: page('portal', 'Where a move stands') },
    '/track/{code}': { parameters: [code], get: page('track', 'Where a move stands') },
    '/openapi.json': {
      get: { ...operation('document', 'This document', z.looseObject({}), []), security: [] },
    },
  }
}

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }

function operation(operationId: string, summary: string, answer: z.ZodType, statuses: readonly number[]) {
  return {
    operationId,
    summary,
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(answer, 'output') } } },
      ...refusals([...WITH_TOKEN, ...statuses]),
    },
  }
}

function creation(
  operationId: string,
  summary: string,
  body: z.ZodType,
  answer: z.ZodType,
  statuses: readonly number[],
) {
  return {
    ...operation(operationId, summary, answer, [...WITH_BODY, ...statuses]),
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
  }
}

function refusals(statuses: readonly number[]): Json {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } }
  return Object.fromEntries(statuses.map((status) => [status, { description: REASONS[status], content }]))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return body
}

import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { PracticeContext } from '../domain/create-booking.ts'
import { decideCancellation } from '../domain/cancel.ts'
import { check, group } from '../schemas/fields.ts'
import type { Outcome } from '../store/progress.ts'
import type { ApiResult, ApiError } from './error-envelope.ts'
import { moveOf, NO_SUCH_MOVE, allowMethods, sendError, respond, withBody, type App, type AppEnv } from './respond.ts'
import { smsSentBy } from '../domain/sms.ts'
import { advanceManually } from '../domain/manual-steps.ts'
import type { MoveRow } from '../store/store.ts'
import { cancelState, progressAt } from '../domain/move-progress.ts'

export const outcomeBody = group({
  outcome: z.enum(['succeeded', 'partial', 'failed', 'rescheduled'], {
    error: 'must be succeeded, partial, failed or rescheduled',
  }),
})

function parseOutcome(body: unknown): ApiResult<{ readonly outcome: Outcome }> {
  return check(outcomeBody, body)
}

/**
 * Control routes of the practice service, which no provider has: accepted requests, SMS, and manual acts of the driver
 * and the provider. All routes are under `/practice/` and take the service's own token in every profile.
 */
export function addControlRoutes(app: App, practice: PracticeContext): void {
  const { store, clock } = practice

  // Every accepted creation in order. Tests compare the desk with this ledger.
  app.get('/practice/ledger', (context) =>
    context.json(
      store.requests().map(({ id, kind, acceptedAt, referenceIds, moveIds }) => ({
        id,
        kind,
        accepted_at: acceptedAt,
        references: referenceIds,
        move_ids: moveIds,
      })),
    ),
  )
  app.get('/practice/sms', (context) => context.json(smsSentBy(store, clock.now())))
  for (const path of ['/practice/ledger', '/practice/sms']) app.all(path, allowMethods('GET, HEAD'))

  /** Runs `act` on the move with the number `id` and returns the new state of the move, or the error. */
  const onMove = (id: string, act: (move: MoveRow) => ApiError | null): ApiResult<object> => {
    const move = moveOf(practice, id)
    if (move === null) return { kind: 'refused', error: NO_SUCH_MOVE }
    const error = act(move)
    return error === null ? { kind: 'ok', value: standing(practice, move) } : { kind: 'refused', error }
  }
  app.post('/practice/moves/:id/step', (context) =>
    respond(
      context,
      onMove(context.req.param('id'), (move) => advanceManually(practice, move)),
    ),
  )
  app.post('/practice/moves/:id/cancel-outcome', (context) =>
    knownMove(context, practice, () =>
      withBody(context, parseOutcome, ({ outcome }) =>
        onMove(context.req.param('id'), (move) => decideCancellation(practice, move, outcome)),
      ),
    ),
  )
  for (const door of ['step', 'cancel-outcome']) app.all(`/practice/moves/:id/${door}`, allowMethods('POST'))
}

function knownMove(
  context: Context<AppEnv>,
  practice: PracticeContext,
  then: () => Promise<Response>,
): Response | Promise<Response> {
  return moveOf(practice, context.req.param('id') ?? '') === null ? sendError(context, NO_SUCH_MOVE) : then()
}

function standing({ store, clock }: PracticeContext, move: MoveRow) {
  const kept = store.cancelation(move.id)
  const now = clock.now()
  return {
    move_id: move.id,
    status: progressAt(store, move, now).status,
    cancel_status: cancelState(kept, now).status,
    new_move_id: kept?.newMoveId ?? null,
  }
}

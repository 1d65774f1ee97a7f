import type { UtcInstant } from '../../../shared/time/time.ts'
import type { AmendmentCode } from '../../../shared/outbox/outcome-code.ts'
import { AMENDMENT_FACTS } from '../../../shared/outbox/amendment-machine.ts'
import type { AmendmentKind, AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import { amendmentById, openAmendments, transitionAmendment, type PendingAmendment } from '../tables/amendments.ts'
import type { Tx } from '../tx.ts'
import type { BookingBody, Row } from './booking-body.ts'
import { insertRow } from './replicas.ts'

/**
 * Takes in the requests that the desk of before made for a booking which this desk took over meanwhile, so that no
 * request of a person is lost. A cancellation goes before a change, and of two requests of a kind the one that this
 * desk has goes first: the other is closed, and the body of this desk tells its desk so.
 */
export function takeInAmendments(tx: Tx, { booking, amendments }: BookingBody, at: UtcInstant): void {
  for (const row of amendments) {
    const { kind, state, moveId } = read(row)
    const known = amendmentById(tx, String(row['id']))
    if (known !== null) {
      withdraw(known, row)
      continue
    }
    const open = AMENDMENT_FACTS[state].open ? openAmendments(tx, moveId) : []
    const rival = open.find((one) => one.kind === kind) ?? (kind === 'change' ? open[0] : undefined)
    if (rival !== undefined) insertClosed(row, rival)
    else {
      for (const one of open.filter((other) => other.state === 'waiting'))
        transitionAmendment(tx, one, { kind: 'amendment-superseded' }, at)
      insertRow(tx, 'amendments', { ...row, booking_id: booking['id'] ?? null })
    }
    tx.touch(String(booking['id']))
  }

  /** A person there withdrew a request that this desk knew, and that has not left. */
  function withdraw(known: PendingAmendment, row: Row): void {
    if (row['code'] !== 'withdrawn' || known.state !== 'waiting') return
    transitionAmendment(tx, known, { kind: 'amendment-withdrawn' }, at)
    tx.touch(String(booking['id']))
  }

  function insertClosed(row: Row, rival: PendingAmendment): void {
    const { kind, state } = read(row)
    const code: AmendmentCode = rival.kind === kind ? 'asked-elsewhere' : 'superseded'
    // A request that may have left was not withdrawn: the move shows what became of both.
    const closed: AmendmentState = state === 'waiting' ? 'withdrawn' : 'refused'
    insertRow(tx, 'amendments', {
      ...row,
      booking_id: booking['id'] ?? null,
      state: closed,
      code: closed === 'refused' ? 'asked-elsewhere' : code,
      not_before: null,
      changed_at: at,
    })
  }
}

function read(row: Row): { readonly kind: AmendmentKind; readonly state: AmendmentState; readonly moveId: string } {
  return {
    kind: row['kind'] as AmendmentKind,
    state: row['state'] as AmendmentState,
    moveId: String(row['move_id']),
  }
}

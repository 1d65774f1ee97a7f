import type { Proof } from '../../shared/outbox/machine.ts'
import type { AmendmentCode, OutcomeCode } from '../../shared/outbox/outcome-code.ts'
import type { AmendmentState } from '../../shared/outbox/amendment-state.ts'

const CODES: Readonly<Record<Proof, OutcomeCode>> = {
  booked: 'booked',
  refused: 'refused',
  'must-hold': 'forbidden',
  retryable: 'provider-busy',
  repeat: 'move-duplication',
  unknown: 'no-answer',
}

/** A code with which the classifier gives this proof. */
export function codeOf(proof: Proof): OutcomeCode {
  return CODES[proof]
}

const AMENDMENT_CODES: Readonly<Record<AmendmentState, AmendmentCode>> = {
  waiting: 'provider-busy',
  sending: 'no-answer',
  submitted: 'pending',
  completed: 'applied',
  refused: 'refused',
  withdrawn: 'withdrawn',
}

/** A code with which an amendment enters this state. */
export function amendmentCodeOf(state: AmendmentState): AmendmentCode {
  return AMENDMENT_CODES[state]
}

/*
 * The right to send an entry as a register that claims, takeovers and the words of its owner move by compare-and-set
 * (electron/hub/README.md#the-send-right), written anew for the judge.
 */

export type RightState = {
  readonly owner: string
  readonly state: string
  readonly rev: number
  readonly outcome: string | null
  /** The store and the attempt of the last claim. */
  readonly claimedBy: string | null
  readonly isTaken: boolean
  /** The owner consents to a takeover, so that no claim is granted. */
  readonly handedOver: boolean
}

export type ShownRight = {
  readonly owner?: string
  readonly state: string
  readonly rev: number
  readonly handedOver?: boolean
}

/** Null for a call whose answer is unknown. */
export type CallAnswer = { readonly ok: boolean; readonly reason?: string; readonly right?: ShownRight } | null

export type RightCall =
  | {
      readonly kind: 'claim'
      readonly desk: string
      readonly rev: number
      /** The store and the attempt. */
      readonly by: string
      readonly resend: boolean
      readonly answer: CallAnswer
    }
  | {
      readonly kind: 'take'
      readonly desk: string
      readonly rev: number
      /** A person takes this entry alone. */
      readonly one: boolean
      readonly answer: CallAnswer
    }
  | {
      readonly kind: 'saved' | 'settled'
      readonly desk: string
      readonly state: string
      readonly rev: number
      readonly outcome: string | null
    }
  /** The owner consents to a takeover of the entry, or takes the consent back. */
  | { readonly kind: 'consent'; readonly desk: string; readonly isBack: boolean }
  /** A look at the table of the hub, whose right is null for an entry without a row. */
  | { readonly kind: 'look'; readonly right: ShownRight | null }

/** Null for an entry that the hub does not know. */
type Register = RightState | null

/** The model for `findOrder`. */
export const RIGHT_MODEL = {
  start: { right: null } as { readonly right: Register },
  step: stepRight,
  nameOf: (state: { readonly right: Register }) => JSON.stringify(state),
}

function stepRight({ right }: { readonly right: Register }, call: RightCall): { readonly right: Register } | null {
  switch (call.kind) {
    case 'claim':
      return answered(right, call, claimReason(right, call), () => claimed(right, call))
    case 'take':
      return answered(right, call, takeReason(right, call), () => taken(right, call))
    case 'saved':
      return { right: right === null ? offered(call) : settle(right, call) }
    case 'settled':
      return { right: right === null ? null : settle(right, call) }
    case 'consent':
      return { right: consented(right, call) }
    case 'look':
      return shows(right, call.right) ? { right } : null
    default:
      return call satisfies never
  }
}

type Claim = Extract<RightCall, { readonly kind: 'claim' }>
type Take = Extract<RightCall, { readonly kind: 'take' }>
type Consent = Extract<RightCall, { readonly kind: 'consent' }>
type Told = Extract<RightCall, { readonly kind: 'saved' | 'settled' }>

/** Reasons that are not in the register: duplicates, a freeze, a start of the hub. */
const OUTSIDE = ['duplicate', 'reference', 'frozen', 'starting']

/** The owner, which did not consent, was heard, and sends the entry in this moment if a person takes the entry alone. */
function isOwnerHeard(right: Register, call: Claim | Take): boolean {
  if (call.kind !== 'take' || right?.handedOver === true) return false
  return call.one ? call.answer?.reason === 'sending' && right?.state === 'claimed' : call.answer?.reason === 'heard'
}

function answered(
  right: Register,
  call: Claim | Take,
  reason: string | null,
  after: () => Register,
): { readonly right: Register } | null {
  const { answer } = call
  // A call without an answer may also have been refused, and then changed nothing, as if the call had never come.
  if (answer === null) return { right: reason === null ? after() : right }
  const isRight = answer.ok
    ? reason === null
    : reason === null
      ? OUTSIDE.some((one) => one === answer.reason) || isOwnerHeard(right, call)
      : reason === answer.reason
  if (!isRight) return null
  const next = answer.ok ? after() : right
  return answer.right === undefined || shows(next, answer.right) ? { right: next } : null
}

function shows(right: Register, shown: ShownRight | null): boolean {
  if (right === null || shown === null) return right === shown
  if (shown.handedOver !== undefined && right.handedOver !== shown.handedOver) return false
  return right.owner === shown.owner && right.state === shown.state && right.rev === shown.rev
}

function isRepeated(right: RightState, { desk, by }: Claim): boolean {
  return right.owner === desk && right.state === 'claimed' && right.claimedBy === by
}

function claimReason(right: Register, claim: Claim): string | null {
  if (right === null) return 'unknown'
  if (isRepeated(right, claim)) return null
  if (right.owner !== claim.desk) return 'owner'
  const isResend = claim.resend && right.state === 'doubt' && !right.isTaken
  if (right.state !== 'waiting' && !isResend) return 'state'
  if (right.handedOver) return 'handed-over'
  return right.rev === claim.rev ? null : 'stale'
}

function claimed(right: Register, claim: Claim): Register {
  if (right === null || isRepeated(right, claim)) return right
  return { ...right, state: 'claimed', rev: right.rev + 1, outcome: null, claimedBy: claim.by, isTaken: false }
}

function takeReason(right: Register, { desk, rev, one }: Take): string | null {
  if (right === null) return 'unknown'
  if (right.owner === desk) return 'own'
  if (right.state === 'done' && !one) return 'state'
  return right.rev === rev ? null : 'stale'
}

function taken(right: Register, { desk }: Take): Register {
  if (right === null) return right
  const state = right.state === 'waiting' || right.state === 'done' ? right.state : 'doubt'
  return { ...right, owner: desk, state, rev: right.rev + 1, isTaken: true, handedOver: false }
}

/** The consent of a desk that is not the owner, and about an entry that is done, says nothing. */
function consented(right: Register, { desk, isBack }: Consent): Register {
  if (right === null || right.owner !== desk || right.state === 'done') return right
  return { ...right, handedOver: !isBack }
}

function offered({ desk, state, rev, outcome }: Told): RightState {
  return { owner: desk, state, rev, outcome, claimedBy: null, isTaken: false, handedOver: false }
}

/** The right after the word of a desk, which moves it from the revision that the desk names. */
function settle(right: RightState, { desk, state, rev, outcome }: Told): RightState {
  const isProof = state === 'done' && outcome === 'booked'
  const isMove = right.state !== state
  if (right.owner !== desk) {
    if (!isProof || right.state === 'done') return right
  } else if (right.state === 'done') {
    if (isMove || right.outcome === 'booked') return right
  } else if (isMove && state === 'claimed' && right.state !== 'waiting') return right
  else if (!isProof && state !== 'claimed' && state !== 'doubt' && rev !== right.rev) return right
  const claimedBy = state === 'waiting' ? null : right.claimedBy
  return { ...right, state, rev: right.rev + (isMove ? 1 : 0), outcome, claimedBy }
}

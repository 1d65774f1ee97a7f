import { STAGES, type Stage } from '../../../shared/move/move.ts'
import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'

/* What became of the invented bookings: which were sent, and what the provider answered. */

/** One in so many bookings of the future still waits to be sent. */
const WAITING = 20
/** The provider refused one in so many bookings. */
const REFUSED = 1000

export type Outcome = 'waiting' | 'refused' | 'booked' | 'delivered'

/** The outcome of a booking in a store with so many bookings, of which the last hundredth is in the future. */
export function outcomeOf(number: number, bookings: number): Outcome {
  if (number >= bookings * 0.99) return number % WAITING === 0 ? 'waiting' : 'booked'
  return number % REFUSED === 0 ? 'refused' : 'delivered'
}

export type Answer = {
  readonly number: number
  readonly status: string | null
  readonly stages: Readonly<Record<Stage, UtcInstant | null>>
  readonly trackingLink: string | null
  readonly moveUri: string
  readonly laneUri: string
}

/** The provider's values of a booking's move. */
export function answerOf(number: number, nth: number, readyBy: UtcInstant, outcome: 'booked' | 'delivered'): Answer {
  const told = 100_000 + number * 2 + nth
  const isDelivered = outcome === 'delivered'
  return {
    number: told,
    status: isDelivered ? 'delivery successful' : null,
    stages: isDelivered ? stagesAfter(readyBy) : NO_STAGES,
    trackingLink: isDelivered ? `https://provider.example/t/${told.toString(36)}` : null,
    moveUri: `https://provider.example/v1/moves/${told}`,
    laneUri: `https://provider.example/v1/lanes/${told % 400}`,
  }
}

type Stages = Answer['stages']

const NO_STAGES = stagesOf(() => null)

const stages = new Map<UtcInstant, Stages>()

function stagesAfter(readyBy: UtcInstant): Stages {
  const known = stages.get(readyBy) ?? stagesOf((step) => addMinutes(readyBy, step * 9))
  stages.set(readyBy, known)
  return known
}

function stagesOf(at: (step: number) => UtcInstant | null): Stages {
  return Object.fromEntries(STAGES.map((stage, step) => [stage, at(step)])) as Stages
}

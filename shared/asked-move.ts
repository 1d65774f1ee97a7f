import type { Stage, ToldVehicle } from './move.ts'
import type { UtcInstant } from './time.ts'

/** A move that a provider showed when it was asked for by its number, and that no booking of this desk is. Kept nowhere. */
export type AskedMove = {
  readonly number: number
  readonly reference: string | null
  readonly status: string | null
  readonly cancelStatus: string | null
  readonly stages: Readonly<Record<Stage, UtcInstant | null>>
  readonly readyBy: UtcInstant | null
  readonly vehicle: ToldVehicle | null
  /** Where it is collected and where it is brought, each as the provider writes it in one line. */
  readonly pickup: string | null
  readonly delivery: string | null
  readonly trackingLink: string | null
  readonly detailsUrl: string | null
  /** The number of the other move of its pair, where that was told with it. */
  readonly partner: number | null
}

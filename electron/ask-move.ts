import type { AskedMove } from '../shared/asked-move.ts'
import { done, failed, never, type Result } from '../shared/failure.ts'
import type { Fetched } from './provider/answers.ts'
import type { Asked, Provider } from './provider/client.ts'
import { isUnknown, readProbe, sayUnreached } from './sync/probe.ts'
import type { Clock } from './system.ts'

/**
 * Asks the provider for a move that this desk does not have, by its number (4.1). Nothing of the answer is kept.
 * `not-found` when the provider knows no such move, `unreached` when it cannot be asked now or answers nothing that can be
 * read.
 */
export async function askMove(
  provider: Pick<Provider, 'ask'>,
  number: number,
  clock: Clock,
): Promise<Result<AskedMove>> {
  const asked = await provider.ask(number)
  if (asked.kind === 'move' && asked.told.move.number === number) return done(shownOf(asked.told))
  if (isUnknown(asked))
    return failed('not-found', `The provider knows no move ${number}. Check the number and ask again.`)
  return failed('unreached', `Move ${number} was not asked for. ${sayWhy(asked, clock)}`)
}

function sayWhy(asked: Asked, clock: Clock): string {
  const probed = readProbe(asked, clock.now())
  switch (probed.kind) {
    case 'unreached':
      return `${sayUnreached(probed.cause).replace(/\.$/, '')}. Try again when the link is back.`
    case 'wait':
      return probed.words
    case 'reached':
      return 'The provider answered something that cannot be read. Ask them by phone.'
    default:
      return never(probed)
  }
}

function shownOf({ move, partner, readyBy }: Fetched): AskedMove {
  return {
    number: move.number,
    reference: move.reference,
    status: move.status,
    cancelStatus: move.cancelStatus,
    stages: move.stages,
    readyBy,
    vehicle: move.vehicle ?? null,
    pickup: move.pickup?.fullAddress ?? null,
    delivery: move.delivery?.fullAddress ?? null,
    trackingLink: move.trackingLink,
    detailsUrl: move.detailsUrl ?? null,
    partner: partner?.number ?? null,
  }
}

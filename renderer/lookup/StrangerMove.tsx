import { ExternalLink } from 'lucide-react'
import type { AskedAnswer, AskedMove } from '../../shared/asked-move.ts'
import type { DeskStatus } from '../../shared/bridge.ts'
import { STAGES, type Move, type Stage } from '../../shared/move.ts'
import { sayTime } from '../../shared/time-words.ts'
import { sayVehicle } from '../../shared/vehicle.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Copied } from '../parts/Copied.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Facts, type Fact } from '../parts/Facts.tsx'
import { Question } from '../parts/Question.tsx'
import { useStore } from '../parts/use-store.ts'
import type { Copying } from '../state/copying.ts'
import type { StrangerStore } from '../state/stranger.ts'
import { sayAsked } from '../state/stranger-words.ts'
import { Steps } from './Steps.tsx'
import css from './Detail.module.css'

type StrangerMoveProps = {
  readonly shown: AskedAnswer
  readonly asking: boolean
  readonly status: DeskStatus
  readonly stranger: StrangerStore
  readonly copying: Copying
}

/** A move that this desk did not book, as the provider shows it or showed it last: to read alone. */
export function StrangerMove({ shown, asking, status, stranger, copying }: StrangerMoveProps) {
  const { move, notKept } = shown
  const trouble = useStore(stranger, (state) => state.trouble)
  const copied = useStore(copying, (state) => state.outcome)
  const copy = (text: string) => void copying.copy(text)
  const links = [
    { words: 'Open tracking page', what: 'tracking link', url: move.trackingLink },
    { words: 'Open in portal', what: 'portal link', url: move.detailsUrl },
  ]
  return (
    <Question
      title={`Move ${move.number}`}
      fact="stranger"
      alert={trouble}
      onClose={stranger.close}
      actions={
        <ActionButton isFirst onPress={stranger.close}>
          Close
        </ActionButton>
      }
    >
      <div className={css['attention']}>
        <p role="status" data-fact="asked-at">
          <strong>Not booked here.</strong> {sayAsked({ shown, asking }, status)}
        </p>
        <p>{notKept ?? 'It is kept on this PC to be found and read.'} Nothing of it can be changed from here.</p>
      </div>
      <Facts facts={factsOf(move, status)} onCopy={copy} />
      <Steps move={{ stages: knownStages(move.stages) }} zone={status.rooftop.zone} now={status.now} />
      <div className={css['links']}>
        {links.map(
          ({ words, what, url }) =>
            url !== null && (
              <span key={what} className={css['link']}>
                <ActionButton
                  icon={<ExternalLink size={14} aria-hidden="true" />}
                  onPress={() => void stranger.openLink(url)}
                >
                  {words}
                </ActionButton>
                <CopyButton what={what} onPress={() => copy(url)} />
              </span>
            ),
        )}
      </div>
      <Copied outcome={copied} />
    </Question>
  )
}

function factsOf(move: AskedMove, { rooftop, now }: DeskStatus): readonly Fact[] {
  const vehicle = move.vehicle === null ? null : { ...move.vehicle, manual: false }
  const text = (term: string, value: string | null): readonly Fact[] => [{ term, value: value ?? 'not told' }]
  const copied = (term: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [{ term, value, copy: value }]
  return [
    ...copied('Move', String(move.number)),
    ...copied('Reference', move.reference),
    ...text('Status', move.status),
    ...(move.cancelStatus === null ? [] : text('Cancellation', move.cancelStatus)),
    ...text('Ready by', move.readyBy === null ? null : sayTime(move.readyBy, rooftop.zone, now)),
    ...text('Vehicle', vehicle === null ? null : sayVehicle(vehicle)),
    ...copied('VIN', vehicle?.vin ?? null),
    ...copied('Stock', vehicle?.stock ?? null),
    ...text('From', move.pickup),
    ...text('To', move.delivery),
    ...(move.partner === null ? [] : copied('Other move', String(move.partner))),
  ]
}

function knownStages(stages: AskedMove['stages']): Move['stages'] {
  const known = STAGES.map((stage) => [stage, { known: true, value: stages[stage] }])
  return Object.fromEntries(known) as Record<Stage, Move['stages'][Stage]>
}

import { formatPhone } from '../../shared/booking/phone.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { afterCall, phonePurposes, phoneScript, providerToCall, spellReference } from '../booking/text/phone-text.ts'
import { useAllStores } from '../stores-context.ts'
import { classNames } from '../ui/class-names.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { useStore } from '../ui/use-store.ts'
import { callHeading, INBOX_TEXT as TEXT } from './text.ts'
import css from './ResolvePane.module.css'

type CallStepProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  /** An answer follows, so the call is step 1. */
  readonly isNumbered: boolean
}

/** Whom to call about the booking, by which references, and what to say. Renders nothing where no call helps. */
export function CallStep({ booking, status, isNumbered }: CallStepProps) {
  const { navigation, phoneCopying, settings } = useAllStores()
  const copied = useStore(phoneCopying, (state) => state.outcome)
  const [first, ...others] = phonePurposes(booking, status)
  if (first === undefined) return null
  const { practice } = status
  const { phone } = status.providerContact
  const findNumber = () => (practice === null ? navigation.go('settings') : void settings.openLink(practice.movesUrl))
  const copy = (text: string) => void phoneCopying.copy(text)
  return (
    <div className={classNames(css['step'], !isNumbered && css['plain'])} data-testid="call">
      {isNumbered && <span className={css['number']}>1</span>}
      <h3>{callHeading(first, providerToCall('the driver service'))}</h3>
      <div className={css['body']}>
        <div className={css['call']}>
          {phone === null ? (
            <span className={css['noPhone']}>
              {practice === null ? TEXT.noPhone : TEXT.practiceCall}
              <ActionButton look="quiet" onPress={findNumber}>
                {practice === null ? TEXT.addPhone : TEXT.practiceMoves}
              </ActionButton>
            </span>
          ) : (
            <>
              <span className={css['phone']}>{formatPhone(phone)}</span>
              <CopyButton what={`phone ${formatPhone(phone)}`} onPress={() => copy(formatPhone(phone))} />
            </>
          )}
          <dl className={css['references']}>
            {booking.moves.map((move) => (
              <div key={move.id} className={css['reference']}>
                <dt>{move.role === 'loaner' ? TEXT.andLoaner : TEXT.reference}</dt>
                <dd>
                  {spellReference(move.reference)}
                  <CopyButton what={`reference ${move.reference}`} onPress={() => copy(move.reference)} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <CopyStatus outcome={copied} />
        {[first, ...others].map((purpose) => (
          <details key={purpose} className={css['script']} data-purpose={purpose}>
            <summary>
              {purpose === first ? TEXT.script : callHeading(purpose, providerToCall('the driver service'))}
            </summary>
            {phoneScript(purpose, booking, status).map((line, at) => (
              <p key={at}>{line}</p>
            ))}
          </details>
        ))}
        {[...new Set([first, ...others].map(afterCall))].map((words) => (
          <p key={words} className={css['after']}>
            {words}
          </p>
        ))}
      </div>
    </div>
  )
}

import type { DeskStatus } from '../../shared/bridge.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Question } from '../parts/Question.tsx'
import { TextBox } from '../parts/TextBox.tsx'
import { useStore } from '../parts/use-store.ts'
import { isSame, LINES, tellKept, tellTyped } from '../state/beside.ts'
import type { Beside, Draft } from '../state/draft.ts'
import type { WaysStore } from '../state/ways.ts'
import css from './BesideQuestion.module.css'

type BesideQuestionProps = {
  readonly draft: Draft
  readonly ways: WaysStore
  readonly status: DeskStatus
  readonly onAnyway: (who: string) => void
  readonly onOpen: (bookingId: string) => void
}

/**
 * Shows what speaks against the booking that is to be saved: others of its day, and what the provider will refuse in it.
 * It may be right all the same: nothing is forbidden.
 */
export function BesideQuestion({ draft, ways, status, onAnyway, onOpen }: BesideQuestionProps) {
  const beside = useStore(draft, (state) => state.beside)
  const saving = useStore(draft, (state) => state.saving)
  const alert = useStore(draft, (state) => state.notSaved)
  const who = useStore(ways, (state) => state.who)
  if (beside === null) return null

  const { others, foretold } = beside
  const [only] = others.length === 1 ? others : []
  return (
    <Question
      title={titleOf(others.length)}
      fact="beside"
      alert={alert}
      isWide={others.length > 0}
      onClose={draft.goBack}
      actions={
        <>
          <ActionButton isFirst onPress={draft.goBack}>
            Back to the form
          </ActionButton>
          {only !== undefined && <ActionButton onPress={() => onOpen(only.id)}>Open the other one</ActionButton>}
          <ActionButton look="go" isDisabled={saving} onPress={() => onAnyway(who)}>
            Save anyway
          </ActionButton>
        </>
      }
    >
      {foretold.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {others.length > 0 && (
        <>
          <Others beside={beside} now={status.now} onOpen={onOpen} />
          <TextBox
            id="beside-who"
            label="Your name"
            isOwnName
            hint="optional: kept with the booking"
            value={who}
            onChange={(text) => ways.type('who', text)}
            onLeave={() => undefined}
            problem={undefined}
            isReadOnly={saving}
          />
        </>
      )}
    </Question>
  )
}

function titleOf(others: number): string {
  if (others === 0) return 'The provider will refuse this booking'
  return others === 1 ? 'A booking like this one stands on this day' : 'Bookings like this one stand on this day'
}

type OthersProps = Pick<BesideQuestionProps, 'onOpen'> & { readonly beside: Beside; readonly now: UtcInstant }

function Others({ beside, now, onOpen }: OthersProps) {
  const typed = tellTyped(beside.booking, now)
  const others = beside.others.map((other) => ({ id: other.id, told: tellKept(other, now) }))
  const several = others.length > 1
  return (
    // It scrolls by itself where several stand in a narrow window, so the keyboard must be able to reach it.
    <div role="region" aria-label="Side by side" tabIndex={0} className={css['scroller']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Line</span>
            </th>
            <th scope="col">This one</th>
            {others.map(({ id, told }, at) => (
              <th key={id} scope="col">
                {several ? (
                  <ActionButton look="quiet" onPress={() => onOpen(id)}>
                    {`Open ${at + 1}: ${told.state}`}
                  </ActionButton>
                ) : (
                  'The other one'
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {LINES.map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{typed[key]}</td>
              {others.map(({ id, told }) => (
                <td key={id}>
                  {told[key]}
                  {isSame(key, typed, told) && <strong className={css['same']}>the same</strong>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

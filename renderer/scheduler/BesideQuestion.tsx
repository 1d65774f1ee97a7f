import type { DeskStatus } from '../../shared/bridge.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Question } from '../parts/Question.tsx'
import { TextBox } from '../parts/TextBox.tsx'
import { useStore } from '../parts/use-store.ts'
import { isSame, LINES, tellKept, tellTyped } from '../state/beside.ts'
import type { Draft } from '../state/draft.ts'
import type { WaysStore } from '../state/ways.ts'
import css from './BesideQuestion.module.css'

type BesideQuestionProps = {
  readonly draft: Draft
  readonly ways: WaysStore
  readonly status: DeskStatus
  readonly onAnyway: (who: string) => void
  readonly onOpen: (bookingId: string) => void
}

/** Shows the other bookings of the day beside the one that is to be saved. It may be a second one: nothing is forbidden. */
export function BesideQuestion({ draft, ways, status, onAnyway, onOpen }: BesideQuestionProps) {
  const beside = useStore(draft, (state) => state.beside)
  const saving = useStore(draft, (state) => state.saving)
  const alert = useStore(draft, (state) => state.notSaved)
  const who = useStore(ways, (state) => state.who)
  if (beside === null) return null

  const typed = tellTyped(beside.booking, status.now)
  const others = beside.others.map((other) => ({ id: other.id, told: tellKept(other, status.now) }))
  const several = others.length > 1
  return (
    <Question
      title={several ? 'Bookings like this one stand on this day' : 'A booking like this one stands on this day'}
      fact="beside"
      alert={alert}
      isWide
      onClose={draft.goBack}
      actions={
        <>
          <ActionButton isFirst onPress={draft.goBack}>
            Back to the form
          </ActionButton>
          {!several && others[0] !== undefined && (
            <ActionButton onPress={() => onOpen(others[0]?.id ?? '')}>Open the other one</ActionButton>
          )}
          <ActionButton look="go" isDisabled={saving} onPress={() => onAnyway(who)}>
            Save anyway
          </ActionButton>
        </>
      }
    >
      <div className={css['scroller']}>
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
    </Question>
  )
}

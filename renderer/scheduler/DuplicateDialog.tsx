import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import { isSame, COMPARED_FIELDS, fromBooking, fromForm } from './state/duplicate-comparison.ts'
import type { DuplicateWarning, DraftStore } from './state/draft.ts'
import type { ResolutionStore } from '../booking/state/resolutions.ts'
import css from './DuplicateDialog.module.css'

type DuplicateDialogProps = {
  readonly draft: DraftStore
  readonly resolutions: ResolutionStore
  readonly status: DeskStatus
  readonly onAnyway: (who: string) => void
  readonly onOpen: (bookingId: string) => void
}

/**
 * Shows the duplicate candidates of the booking that a person wants to save, and its unusual values. "Save
 * anyway" stays possible, because a candidate can be a different job and an unusual value can be right.
 */
export function DuplicateDialog({ draft, resolutions, status, onAnyway, onOpen }: DuplicateDialogProps) {
  const beside = useStore(draft, (state) => state.duplicateWarning)
  const saving = useStore(draft, (state) => state.saving)
  const alert = useStore(draft, (state) => state.notSaved)
  const who = useStore(resolutions, (state) => state.who)
  if (beside === null) return null

  const { others, unusual } = beside
  const [only] = others.length === 1 ? others : []
  return (
    <Dialog
      title={titleOf(others.length)}
      testId="duplicates"
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
      {unusual.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {others.length > 0 && (
        <>
          <Others beside={beside} now={status.now} onOpen={onOpen} />
          <TextField
            id="beside-who"
            label="Your name"
            isOwnName
            hint="optional: kept with the booking"
            value={who}
            onChange={(text) => resolutions.type('who', text)}
            onLeave={() => undefined}
            problem={undefined}
            isReadOnly={saving}
          />
        </>
      )}
    </Dialog>
  )
}

function titleOf(others: number): string {
  if (others === 0) return 'Something in this booking is unusual'
  return others === 1 ? 'A booking like this one stands on this day' : 'Bookings like this one stand on this day'
}

type OthersProps = Pick<DuplicateDialogProps, 'onOpen'> & {
  readonly beside: DuplicateWarning
  readonly now: UtcInstant
}

function Others({ beside, now, onOpen }: OthersProps) {
  const typed = fromForm(beside.booking, now)
  const others = beside.others.map((other) => ({ id: other.id, comparable: fromBooking(other, now) }))
  const several = others.length > 1
  return (
    // The table scrolls inside this region in a narrow window, so the keyboard must be able to focus the region.
    <div role="region" aria-label="Side by side" tabIndex={0} className={css['scroller']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Line</span>
            </th>
            <th scope="col">This one</th>
            {others.map(({ id, comparable }, at) => (
              <th key={id} scope="col">
                {several ? (
                  <ActionButton look="quiet" onPress={() => onOpen(id)}>
                    {`Open ${at + 1}: ${comparable.state}`}
                  </ActionButton>
                ) : (
                  'The other one'
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARED_FIELDS.map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{typed[key]}</td>
              {others.map(({ id, comparable }) => (
                <td key={id}>
                  {comparable[key]}
                  {isSame(key, typed, comparable) && <strong className={css['same']}>the same</strong>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import { fromForm } from './state/duplicate-comparison.ts'
import type { DraftStore } from './state/draft.ts'
import type { ResolutionStore } from '../booking/state/resolutions.ts'
import { describeDuplicates, DUPLICATE_TEXT } from './text/duplicate-text.ts'
import { DuplicateTable } from './DuplicateTable.tsx'

type DuplicateDialogProps = {
  readonly draft: DraftStore
  readonly resolutions: ResolutionStore
  readonly status: DeskStatus
  readonly onAnyway: (who: string) => void
  readonly onOpen: (bookingId: string) => void
}

/**
 * Shows the duplicate candidates of the booking that a person wants to save, and its unusual values. "Book
 * anyway" stays possible, because a candidate can be a different job and an unusual value can be right.
 */
export function DuplicateDialog({ draft, resolutions, status, onAnyway, onOpen }: DuplicateDialogProps) {
  const beside = useStore(draft, (state) => state.duplicateWarning)
  const saving = useStore(draft, (state) => state.saving)
  const alert = useStore(draft, (state) => state.notSaved)
  const who = useStore(resolutions, (state) => state.who)
  if (beside === null) return null

  const { booking, back, unusual } = beside
  const others = [...beside.others, ...beside.othersOfReturn]
  const halves = [
    { typed: booking, others: beside.others },
    ...(back === null ? [] : [{ typed: back, others: beside.othersOfReturn }]),
  ].filter((half) => half.others.length > 0)
  const [only] = others.length === 1 ? others : []
  return (
    <Dialog
      title={describeDuplicates(others, status.rooftop.zone, status.now)}
      testId="duplicates"
      alert={alert}
      isWide={others.length > 0}
      onClose={draft.goBack}
      actions={
        <>
          <ActionButton isFirst onPress={draft.goBack}>
            {DUPLICATE_TEXT.back}
          </ActionButton>
          {only !== undefined && (
            <ActionButton onPress={() => onOpen(only.id)}>{DUPLICATE_TEXT.openExisting}</ActionButton>
          )}
          <ActionButton look="go" isDisabled={saving} onPress={() => onAnyway(who)}>
            {DUPLICATE_TEXT.anyway}
          </ActionButton>
        </>
      }
    >
      {unusual.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {others.length > 0 && (
        <>
          {halves.map((half, at) => (
            <DuplicateTable
              key={at}
              typed={fromForm(half.typed, status.now)}
              others={half.others}
              now={status.now}
              onOpen={onOpen}
            />
          ))}
          <TextField
            id="beside-who"
            label={DUPLICATE_TEXT.who}
            isOwnName
            hint={DUPLICATE_TEXT.whoHint}
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

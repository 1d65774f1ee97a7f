import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'

type ReplaceDraftDialogProps = {
  /** True if the form holds an unsaved change of a booking. */
  readonly overChange: boolean
  /** True if the new content is a change of a booking, false if it is a copy. */
  readonly withChange: boolean
  readonly onKeep: () => void
  readonly onReplace: () => void
}

/** Asks before another booking replaces the content of the form. */
export function ReplaceDraftDialog({ overChange, withChange, onKeep, onReplace }: ReplaceDraftDialogProps) {
  const comes = withChange ? 'the booking to edit' : 'the copy'
  return (
    <Dialog
      title="You have an unfinished booking"
      testId="replace"
      alert={null}
      onClose={onKeep}
      actions={
        <>
          <ActionButton isFirst onPress={onKeep}>
            Keep it
          </ActionButton>
          <ActionButton look="go" onPress={onReplace}>
            Replace
          </ActionButton>
        </>
      }
    >
      <p>
        {overChange ? 'Your changes to a booking are not saved.' : 'A booking is not saved.'} Replace with {comes}?
      </p>
      <p>{describeAfterwards(overChange, withChange)}</p>
    </Dialog>
  )
}

function describeAfterwards(overChange: boolean, withChange: boolean): string {
  if (overChange) return 'Your changes are then lost, and that booking stays as it is.'
  return withChange
    ? 'After you save or discard the edit, you can restore it until you type.'
    : 'You can restore it until you type.'
}

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
  const comes = withChange ? 'the booking to be changed' : 'the copy'
  return (
    <Dialog
      title="Something stands in the form already"
      testId="replace"
      alert={null}
      onClose={onKeep}
      actions={
        <>
          <ActionButton isFirst onPress={onKeep}>
            Keep what is there
          </ActionButton>
          <ActionButton look="go" onPress={onReplace}>
            Replace it
          </ActionButton>
        </>
      }
    >
      <p>
        {overChange ? 'A change of a booking' : 'A booking'} that is not saved yet stands in the form. Replace it with{' '}
        {comes}, or keep it.
      </p>
      <p>{describeAfterwards(overChange, withChange)}</p>
    </Dialog>
  )
}

function describeAfterwards(overChange: boolean, withChange: boolean): string {
  if (overChange) return 'What was changed is lost then; that booking stays as it was.'
  return withChange
    ? 'Once the change is saved or left, what is replaced can be put back until something is typed.'
    : 'What is replaced can be put back until something is typed.'
}

import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { describeAfterwards, describeReplacing, REPLACE } from './text/overlay-text.ts'

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
  return (
    <Dialog
      title={REPLACE.title}
      testId="replace"
      alert={null}
      onClose={onKeep}
      actions={
        <>
          <ActionButton isFirst onPress={onKeep}>
            {REPLACE.keep}
          </ActionButton>
          <ActionButton look="go" onPress={onReplace}>
            {REPLACE.replace}
          </ActionButton>
        </>
      }
    >
      <p>{describeReplacing(overChange, withChange)}</p>
      <p>{describeAfterwards(overChange, withChange)}</p>
    </Dialog>
  )
}

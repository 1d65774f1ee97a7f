import { ActionButton } from '../parts/ActionButton.tsx'
import { Question } from '../parts/Question.tsx'

type ReplaceQuestionProps = {
  /** A change of another booking stands in the form. */
  readonly overChange: boolean
  /** What comes is a change, and no copy. */
  readonly withChange: boolean
  readonly onKeep: () => void
  readonly onReplace: () => void
}

/** Asks before another booking takes the place of what stands in the form. */
export function ReplaceQuestion({ overChange, withChange, onKeep, onReplace }: ReplaceQuestionProps) {
  const comes = withChange ? 'the booking to be changed' : 'the copy'
  return (
    <Question
      title="Something stands in the form already"
      fact="replace"
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
      <p>{sayAfterwards(overChange, withChange)}</p>
    </Question>
  )
}

function sayAfterwards(overChange: boolean, withChange: boolean): string {
  if (overChange) return 'What was changed is lost then; that booking stays as it was.'
  return withChange
    ? 'Once the change is saved or left, what is replaced can be put back until something is typed.'
    : 'What is replaced can be put back until something is typed.'
}

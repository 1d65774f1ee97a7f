import { ActionButton } from '../parts/ActionButton.tsx'
import { Question } from '../parts/Question.tsx'

type ReplaceQuestionProps = { readonly onKeep: () => void; readonly onReplace: () => void }

/** Asks before another booking takes the place of what stands in the form. */
export function ReplaceQuestion({ onKeep, onReplace }: ReplaceQuestionProps) {
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
      <p>A booking that is not saved yet stands in the form. Replace it with the copy, or keep it.</p>
      <p>What is replaced can be put back until something is typed.</p>
    </Question>
  )
}

import { classNames } from './class-names.ts'
import { EmptyState } from './EmptyState.tsx'
import css from './ErrorMessage.module.css'

type ErrorMessageProps = {
  /** The name of the part that could not be read. */
  readonly title: string
  /** The reason; null without an error. */
  readonly words: string | null
  readonly onAgain: () => void
}

/**
 * Shows why a part of the screen could not be read, and reads it again. The live region exists before the first error.
 */
export function ErrorMessage({ title, words, onAgain }: ErrorMessageProps) {
  return (
    <div role="alert" className={classNames(css['trouble'])}>
      {words !== null && <EmptyState title={title} words={words} action="Try again" onAction={onAgain} />}
    </div>
  )
}

import { classNames } from './class-names.ts'
import { EmptyState } from './EmptyState.tsx'
import css from './ErrorMessage.module.css'

type ErrorMessageProps = {
  /** What could not be read. */
  readonly title: string
  /** Why; null while there is no trouble. */
  readonly words: string | null
  readonly onAgain: () => void
}

/** Says why what belongs here could not be read, and reads it again. The region stands before it speaks. */
export function ErrorMessage({ title, words, onAgain }: ErrorMessageProps) {
  return (
    <div role="alert" className={classNames(css['trouble'])}>
      {words !== null && <EmptyState title={title} words={words} action="Try again" onAction={onAgain} />}
    </div>
  )
}

import { classNames } from './class-names.ts'
import { EmptyState } from './EmptyState.tsx'
import { UI_TEXT } from './text.ts'
import css from './ErrorMessage.module.css'

type ErrorMessageProps = {
  /** Heading that names the data which could not be read. */
  readonly title: string
  /** Why the data could not be read; null hides the message. */
  readonly message: string | null
  readonly onAgain: () => void
}

/**
 * Says why data could not be read and offers another read. The alert region exists before its text, so that a screen
 * reader announces the text.
 */
export function ErrorMessage({ title, message, onAgain }: ErrorMessageProps) {
  return (
    <div role="alert" className={classNames(css['error'])}>
      {message !== null && <EmptyState title={title} text={message} action={UI_TEXT.tryAgain} onAction={onAgain} />}
    </div>
  )
}

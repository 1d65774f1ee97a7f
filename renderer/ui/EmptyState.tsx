import { ActionButton } from './ActionButton.tsx'
import css from './EmptyState.module.css'

type EmptyStateProps = {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly keys?: string
  readonly onAction: () => void
}

/** Says why there is nothing to show and offers one action. */
export function EmptyState({ title, text, action, keys, onAction }: EmptyStateProps) {
  return (
    <div className={css['empty']}>
      <h2>{title}</h2>
      <p>{text}</p>
      <ActionButton look="go" onPress={onAction} {...(keys === undefined ? {} : { keys })}>
        {action}
      </ActionButton>
    </div>
  )
}

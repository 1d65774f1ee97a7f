import { useEffect, useRef, type ReactNode } from 'react'
import css from './ActionButton.module.css'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'

type ActionButtonProps = {
  readonly children: string
  /**
   * `go` is the one main action of a screen, a form or a dialog; `danger` ends or cancels; `quiet` is a small action
   * without a border.
   */
  readonly look?: 'plain' | 'go' | 'danger' | 'quiet'
  /** Height of 28px, for a row or a strip. */
  readonly isSmall?: boolean
  readonly icon?: ReactNode
  /** Keyboard shortcut for the same action, as shown in the button. */
  readonly keys?: string
  readonly type?: 'button' | 'submit'
  /** Id of the form to submit, for a button outside that form. */
  readonly form?: string
  readonly isDisabled?: boolean
  /** Whether the part of the screen that this button shows and hides is shown. */
  readonly isExpanded?: boolean
  /** Takes the focus when the button appears. Meant for the safe answer of a dialog. */
  readonly isFirst?: boolean
  readonly onPress?: () => void
}

export function ActionButton({
  children,
  look = 'plain',
  isSmall = false,
  icon,
  keys,
  type = 'button',
  form,
  isDisabled = false,
  isExpanded,
  isFirst = false,
  onPress = () => undefined,
}: ActionButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFirst) button.current?.focus()
  }, [isFirst])
  return (
    <Button
      type={type}
      {...(form !== undefined && { form })}
      disabled={isDisabled}
      {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
      ref={button}
      onPress={onPress}
      className={classNames(css['button'], css[look], isSmall && css['small'])}
    >
      {icon}
      {children}
      {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
    </Button>
  )
}

import type { ComponentProps, KeyboardEvent } from 'react'

type ButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'onKeyDown'> & {
  readonly onPress?: ComponentProps<'button'>['onClick']
}

/** A button of the page. A held Enter key presses it once, so that no second press falls on what the first opened. */
export function Button({ onPress, type = 'button', ...attributes }: ButtonProps) {
  return <button type={type} {...attributes} onClick={onPress} onKeyDown={pressOnce} />
}

function pressOnce(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

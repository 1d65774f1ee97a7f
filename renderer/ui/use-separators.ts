import { useRef, type KeyboardEvent } from 'react'

const SEPARATORS = [':', '/', '-', '.', ' ']

/**
 * Returns a key handler that moves to the next segment on a separator after a digit, because users type "1:30" and
 * "1/5/2027". When no further digit fits, react-aria moves by itself, and the separator then moves no further.
 */
export function useSeparators(): (event: KeyboardEvent<HTMLElement>) => void {
  const typedIn = useRef<EventTarget | null>(null)
  return (event) => {
    if (/^\d$/.test(event.key)) typedIn.current = event.target
    if (!SEPARATORS.includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (typedIn.current !== event.target) return
    const segments = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="spinbutton"]')]
    segments[segments.findIndex((segment) => segment === event.target) + 1]?.focus()
  }
}

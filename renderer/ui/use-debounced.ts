import { useEffect, useState } from 'react'

/**
 * Milliseconds without a change before a text is announced, so that a screen reader does not talk while the user types.
 */
const DEBOUNCE_MS = 500

/** Returns the last value of `text` that stayed the same for `DEBOUNCE_MS`; empty before that. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

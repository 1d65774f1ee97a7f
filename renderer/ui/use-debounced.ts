import { useEffect, useState } from 'react'

/** Milliseconds that words must stand still before they are read out, so that typing is not talked over. */
const DEBOUNCE_MS = 500

/** The text as of its last pause. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

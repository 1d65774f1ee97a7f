import { useState } from 'react'
import { isSameJson } from '../app/state/is-same-json.ts'

/** Returns the former value while the new one has the same content, so that a component under `memo` sees no change. */
export function useUnchanged<T>(value: T): T {
  const [kept, setKept] = useState(value)
  if (isSameJson(kept, value)) return kept
  setKept(value)
  return value
}

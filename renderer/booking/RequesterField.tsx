import { useEffect } from 'react'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import type { AmendmentDialogStore } from './state/amendments.ts'

/**
 * The name of the person who requests an amendment. The name is stored with the amendment and offered again for the
 * next one.
 */
export function RequesterField({ asking }: { readonly asking: AmendmentDialogStore }) {
  const who = useStore(asking.ways, (state) => state.who)
  const problem = useStore(asking, (state) => state.whoProblem)
  const busy = useStore(asking, (state) => state.busy)
  const refusals = useStore(asking, (state) => state.refusals)

  useEffect(() => {
    if (refusals > 0 && asking.getState().whoProblem !== undefined) document.getElementById('asks-who')?.focus()
  }, [refusals, asking])

  return (
    <TextField
      id="asks-who"
      label="Your name"
      isOwnName
      value={who}
      onChange={(text) => asking.ways.type('who', text)}
      onLeave={() => undefined}
      problem={problem}
      isReadOnly={busy}
    />
  )
}

import { useEffect } from 'react'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import type { AmendmentDialogStore } from './state/amendments.ts'
import { DIALOG } from './text/dialog-text.ts'

/**
 * The name of the person who requests an amendment. The name is stored with the amendment and offered again for the
 * next amendment.
 */
export function RequesterField({ amendmentDialog }: { readonly amendmentDialog: AmendmentDialogStore }) {
  const who = useStore(amendmentDialog.resolutions, (state) => state.who)
  const problem = useStore(amendmentDialog, (state) => state.whoProblem)
  const busy = useStore(amendmentDialog, (state) => state.busy)
  const refusals = useStore(amendmentDialog, (state) => state.refusals)

  useEffect(() => {
    if (refusals > 0 && amendmentDialog.getState().whoProblem !== undefined)
      document.getElementById('asks-who')?.focus()
  }, [refusals, amendmentDialog])

  return (
    <TextField
      id="asks-who"
      label={DIALOG.yourName}
      isOwnName
      value={who}
      onChange={(text) => amendmentDialog.resolutions.type('who', text)}
      onLeave={() => undefined}
      problem={problem}
      isReadOnly={busy}
    />
  )
}

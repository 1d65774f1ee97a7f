import { useEffect } from 'react'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { Palette } from './Palette.tsx'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** The open overlay: the palette or the shortcut sheet. */
export function Overlay({ onOpen }: { readonly onOpen: (bookingId: string) => void }) {
  const { commands, palette } = useStores()
  const over = useStore(commands, (state) => state.overlay)
  const chosen = useStore(commands, (state) => state.chosen)

  useEffect(() => {
    // Runs the command after the overlay closed, because React Aria restores the focus to the old element while
    // closing.
    if (over === null && chosen !== null) commands.settle()
  }, [over, chosen, commands])

  useEffect(() => {
    if (over !== null) return
    // A dialog may be open below. React Aria restores the focus in the next frame, and the second frame repairs a focus
    // that was lost because no element of the dialog had it before.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>(DIALOG)?.focus()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [over])

  if (over === 'palette') return <Palette commands={commands} palette={palette} onOpen={onOpen} />
  if (over === 'keys') return <ShortcutSheet onClose={commands.close} />
  return null
}

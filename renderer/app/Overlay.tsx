import { useEffect } from 'react'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { Palette } from './Palette.tsx'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** Renders the command palette or the shortcut sheet over the screen. */
export function Overlay({ onOpen }: { readonly onOpen: (bookingId: string) => void }) {
  const { commands, palette } = useStores()
  const overlay = useStore(commands, (state) => state.overlay)
  const chosen = useStore(commands, (state) => state.chosen)

  useEffect(() => {
    // The chosen action may move the focus, so `settle` runs only after the overlay has released the page.
    if (overlay === null && chosen !== null) commands.settle()
  }, [overlay, chosen, commands])

  useEffect(() => {
    if (overlay !== null) return
    // If no element has the focus, a dialog below the overlay takes the focus. The closing overlay restores the earlier
    // focus in the next frame, so this check waits two frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>(DIALOG)?.focus()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [overlay])

  if (overlay === 'palette') return <Palette commands={commands} palette={palette} onOpen={onOpen} />
  if (overlay === 'keys') return <ShortcutSheet onClose={commands.close} />
  return null
}

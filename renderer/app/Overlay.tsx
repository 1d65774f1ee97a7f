import { useEffect } from 'react'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { useLater } from '../use-later.ts'
import { useOpenBooking } from './use-open-booking.ts'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** Renders the command palette, the shortcut sheet or "About" over the screen. */
export function Overlay() {
  const { commands } = useStores()
  const open = useOpenBooking()
  const later = useLater()
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

  if (later === null) return null
  const { about, palette } = later.stores
  if (overlay === 'palette') return <later.Palette commands={commands} palette={palette} onOpen={open} />
  if (overlay === 'about') return <later.AboutDialog about={about} onClose={commands.close} />
  if (overlay === 'keys') return <later.ShortcutSheet onClose={commands.close} />
  return null
}

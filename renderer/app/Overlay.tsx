import { useEffect } from 'react'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { Palette } from './Palette.tsx'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** What lies over the screen: the palette or the keys. */
export function Overlay({ onOpen }: { readonly onOpen: (bookingId: string) => void }) {
  const { commands, palette } = useStores()
  const over = useStore(commands, (state) => state.over)
  const chosen = useStore(commands, (state) => state.chosen)

  useEffect(() => {
    // Only now, when what lay over the screen has given the page free, may the act move the focus.
    if (over === null && chosen !== null) commands.settle()
  }, [over, chosen, commands])

  useEffect(() => {
    if (over !== null) return
    // A dialog may lie beneath: where nothing in it had the focus before, it would be lost now. The one that went gives its
    // focus back in the next frame.
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

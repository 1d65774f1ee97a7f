import { useEffect } from 'react'
import { useStore } from '../parts/use-store.ts'
import type { Commands } from '../state/commands.ts'
import type { Palette as PaletteStore } from '../state/palette.ts'
import { KeySheet } from './KeySheet.tsx'
import { Palette } from './Palette.tsx'

type OverProps = {
  readonly commands: Commands
  readonly palette: PaletteStore
  readonly onOpen: (bookingId: string) => void
}

/** What lies over the screen: the palette or the keys. */
export function Over({ commands, palette, onOpen }: OverProps) {
  const over = useStore(commands, (state) => state.over)
  const chosen = useStore(commands, (state) => state.chosen)

  useEffect(() => {
    // Only now, when what lay over the screen has given the page free, may the act move the focus.
    if (over === null && chosen !== null) commands.settle()
  }, [over, chosen, commands])

  if (over === 'palette') return <Palette commands={commands} palette={palette} onOpen={onOpen} />
  if (over === 'keys') return <KeySheet onClose={commands.close} />
  return null
}

import { Copy } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { copyLabel } from './text.ts'

type CopyButtonProps = {
  /** Words after "Copy" in the accessible name of the button. */
  readonly what: string
  readonly onPress: () => void
}

const ICON = <Copy size={13} aria-hidden="true" />

/** Button that copies the value beside it. */
export function CopyButton({ what, onPress }: CopyButtonProps) {
  return <IconButton label={copyLabel(what)} icon={ICON} onPress={onPress} />
}

import { Copy } from 'lucide-react'
import { Button } from 'react-aria-components'
import css from './CopyButton.module.css'
import { classNames } from './class-names.ts'

type CopyButtonProps = {
  /** Words after "Copy" in the accessible name of the button. */
  readonly what: string
  readonly onPress: () => void
}

/** Button that copies the value beside it. */
export function CopyButton({ what, onPress }: CopyButtonProps) {
  return (
    <Button aria-label={`Copy ${what}`} onPress={onPress} className={classNames(css['copy'])}>
      <Copy size={13} aria-hidden="true" />
    </Button>
  )
}

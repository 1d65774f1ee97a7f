import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import css from './IconButton.module.css'
import { classNames } from './class-names.ts'

type IconButtonProps = {
  /** Accessible name and tip of the button. */
  readonly label: string
  readonly icon: ReactNode
  readonly onPress: () => void
}

/** Small button with an icon alone. */
export function IconButton({ label, icon, onPress }: IconButtonProps) {
  return (
    <Button aria-label={label} data-tip={label} onPress={onPress} className={classNames(css['button'])}>
      {icon}
    </Button>
  )
}

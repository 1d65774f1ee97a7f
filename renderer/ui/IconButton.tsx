import type { ReactNode } from 'react'
import css from './IconButton.module.css'

type IconButtonProps = {
  /** Accessible name and tip of the button. */
  readonly label: string
  readonly icon: ReactNode
  readonly onPress: () => void
}

/** Small button with an icon alone. A page has a dozen of these, so the button is the plain element. */
export function IconButton({ label, icon, onPress }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} data-tip={label} onClick={onPress} className={css['button']}>
      {icon}
    </button>
  )
}

import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './Tooltip.module.css'

type TooltipProps = {
  /** Name of the command that the button runs. */
  readonly label: string
  readonly keys: readonly string[]
  /**
   * Container of the tooltip in the page. The container must be in a landmark, so that a user who navigates by
   * landmarks finds the tooltip.
   */
  readonly place: Element | null
  /** The button. */
  readonly children: ReactElement
}

/**
 * Shows the command and the keys of a button, on focus and on hover. Escape or leaving the button hides the tooltip.
 */
export function Tooltip({ label, keys, place, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={600} closeDelay={100}>
      {children}
      <AriaTooltip
        placement="right"
        offset={6}
        {...(place === null ? {} : { UNSTABLE_portalContainer: place })}
        className={classNames(css['tip'])}
      >
        {label}
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

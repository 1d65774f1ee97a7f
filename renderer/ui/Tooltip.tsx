import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './Tooltip.module.css'

type TooltipProps = {
  /** The action of the button, in the words of its command. */
  readonly words: string
  readonly keys: readonly string[]
  /** Where in the page it stands: within a landmark, else who walks those would never meet it. */
  readonly place: Element | null
  /** The button. */
  readonly children: ReactElement
}

/** Says beside a button what it does and by which key: on focus and under the pointer, until Escape or leaving it. */
export function Tooltip({ words, keys, place, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={600} closeDelay={100}>
      {children}
      <AriaTooltip
        placement="right"
        offset={6}
        {...(place === null ? {} : { UNSTABLE_portalContainer: place })}
        className={classNames(css['tip'])}
      >
        {words}
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

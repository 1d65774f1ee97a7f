import type { ReactElement } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components'
import { names } from './class-names.ts'
import css from './Tip.module.css'

type TipProps = {
  /** What the button does, as the command says it. */
  readonly words: string
  readonly keys: readonly string[]
  /** Where in the page it stands: within a landmark, else who walks those would never meet it. */
  readonly place: Element | null
  /** The button. */
  readonly children: ReactElement
}

/** Says beside a button what it does and by which key: on focus and under the pointer, until Escape or leaving it. */
export function Tip({ words, keys, place, children }: TipProps) {
  return (
    <TooltipTrigger delay={600} closeDelay={100}>
      {children}
      <Tooltip
        placement="right"
        offset={6}
        {...(place === null ? {} : { UNSTABLE_portalContainer: place })}
        className={names(css['tip'])}
      >
        {words}
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </Tooltip>
    </TooltipTrigger>
  )
}

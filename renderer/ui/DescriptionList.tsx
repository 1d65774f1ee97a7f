import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CopyButton } from './CopyButton.tsx'
import css from './DescriptionList.module.css'

export type Fact = {
  readonly term: string
  readonly value: ReactNode
  /** Text for the copy button beside the value; no button without this text. */
  readonly copy?: string
  /** `code` is a VIN or reference that people read out letter by letter; `wide` takes both columns of a list. */
  readonly look?: 'code' | 'wide'
}

type DescriptionListProps = {
  readonly facts: readonly Fact[]
  /** With two columns each term is above its value; otherwise the terms are a column of their own. */
  readonly columns?: 1 | 2
  readonly onCopy?: (text: string) => void
}

/** List of terms and values. The copy buttons need `onCopy`. */
export function DescriptionList({ facts, columns = 1, onCopy }: DescriptionListProps) {
  return (
    <dl className={classNames(css['facts'], columns === 2 && css['two'])}>
      {facts.map(({ term, value, copy, look }, at) => (
        <div key={at} className={classNames(look !== undefined && css[look])}>
          <dt>{term}</dt>
          <dd>
            {value}
            {copy !== undefined && onCopy !== undefined && (
              <CopyButton what={`${term} ${copy}`} onPress={() => onCopy(copy)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

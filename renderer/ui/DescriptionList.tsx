import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import css from './DescriptionList.module.css'

export type Fact = {
  readonly term: string
  readonly value: ReactNode
  /** Text for the copy button beside the value; no button without this text. */
  readonly copy?: string
}

type DescriptionListProps = {
  readonly facts: readonly Fact[]
  readonly onCopy?: (text: string) => void
}

/** List of terms and values. The copy buttons need `onCopy`. */
export function DescriptionList({ facts, onCopy }: DescriptionListProps) {
  return (
    <dl className={css['facts']}>
      {facts.map(({ term, value, copy }, at) => (
        <div key={at}>
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

import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import css from './DescriptionList.module.css'

export type Fact = {
  readonly term: string
  readonly value: ReactNode
  /** The name of the value that a button beside it copies. */
  readonly copy?: string
}

type DescriptionListProps = {
  readonly facts: readonly Fact[]
  readonly onCopy?: (text: string) => void
}

/** A list of terms and values. */
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

/** Replaces a value that only the provider can give. */
export function NotYetKnown() {
  return <span className={css['unknown']}>not yet known</span>
}

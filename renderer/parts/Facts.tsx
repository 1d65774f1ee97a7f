import type { ReactNode } from 'react'
import css from './Facts.module.css'

export type Fact = { readonly term: string; readonly value: ReactNode }

/** What is known of a thing, term by term. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={css['facts']}>
      {facts.map(({ term, value }, at) => (
        <div key={at}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Said in place of a fact that only the provider can give. */
export function NotYetKnown() {
  return <span className={css['unknown']}>not yet known</span>
}

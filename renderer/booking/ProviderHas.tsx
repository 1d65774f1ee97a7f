import type { Difference } from '../../shared/move/provider-differences.ts'
import { describeDifference } from './text/provider-text.ts'
import { providerHas } from './text/dialog-text.ts'
import css from '../lookup/Detail.module.css'

type ProviderHasProps = { readonly differences: readonly Difference[]; readonly zone: string }

/** The values in which the provider differs from what was sent; nothing while there is no such value. */
export function ProviderHas({ differences, zone }: ProviderHasProps) {
  if (differences.length === 0) return null
  return (
    <div className={css['attention']} data-testid="provider-has">
      <p>
        <strong>{providerHas()}</strong>
      </p>
      <ul className={css['differences']}>
        {differences.map((difference) => (
          <li key={difference.name}>{describeDifference(difference, zone)}</li>
        ))}
      </ul>
    </div>
  )
}

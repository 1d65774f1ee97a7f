import { classNames } from './class-names.ts'
import css from './CopyStatus.module.css'

type CopyStatusProps = { readonly outcome: { readonly good: boolean; readonly words: string } | null }

/** The result of the last copy, announced once and clipped to one line. */
export function CopyStatus({ outcome }: CopyStatusProps) {
  return (
    <span
      role="status"
      className={classNames(css['copied'], outcome?.good === false && css['bad'])}
      data-testid="copied"
    >
      {outcome?.words}
    </span>
  )
}

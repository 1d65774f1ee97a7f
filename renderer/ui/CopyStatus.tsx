import { classNames } from './class-names.ts'
import css from './CopyStatus.module.css'

type CopyStatusProps = { readonly outcome: { readonly good: boolean; readonly words: string } | null }

/** What came of the last copy, said once and cut to a line. */
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

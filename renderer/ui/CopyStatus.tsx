import { classNames } from './class-names.ts'
import css from './CopyStatus.module.css'

type CopyStatusProps = { readonly outcome: { readonly good: boolean; readonly message: string } | null }

/** Live region with the result of the last copy. The message of a successful copy is cut to one line. */
export function CopyStatus({ outcome }: CopyStatusProps) {
  return (
    <span
      role="status"
      className={classNames(css['copied'], outcome?.good === false && css['bad'])}
      data-testid="copied"
    >
      {outcome?.message}
    </span>
  )
}

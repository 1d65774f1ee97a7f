import { Announced } from './Announced.tsx'
import { classNames } from './class-names.ts'
import css from './CopyStatus.module.css'

type CopyStatusProps = { readonly outcome: { readonly good: boolean; readonly message: string } | null }

/** The result of the last copy, which is also announced. The message of a successful copy is cut to one line. */
export function CopyStatus({ outcome }: CopyStatusProps) {
  return (
    <span className={classNames(css['copied'], outcome?.good === false && css['bad'])} data-testid="copied">
      {outcome?.message}
      <Announced>{outcome?.message}</Announced>
    </span>
  )
}

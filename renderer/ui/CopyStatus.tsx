import { useEffect, useState } from 'react'
import { Announced } from './Announced.tsx'
import { classNames } from './class-names.ts'
import css from './CopyStatus.module.css'

/** Milliseconds for which a confirmation stays in view. */
export const CONFIRMED_MS = 5_000

type CopyStatusProps = { readonly outcome: { readonly good: boolean; readonly message: string } | null }

/**
 * The result of the last copy, which is also announced. The message of a successful copy is cut to one line and goes
 * after the time of a confirmation; a failure stays.
 */
export function CopyStatus({ outcome }: CopyStatusProps) {
  const [old, setOld] = useState<CopyStatusProps['outcome']>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOld(outcome), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <span className={classNames(css['copied'], outcome?.good === false && css['bad'])} data-testid="copied">
      {outcome?.good === true && outcome === old ? null : outcome?.message}
      <Announced>{outcome?.message}</Announced>
    </span>
  )
}

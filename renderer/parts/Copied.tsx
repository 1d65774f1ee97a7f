import { names } from './class-names.ts'
import css from './Copied.module.css'

type CopiedProps = { readonly outcome: { readonly good: boolean; readonly words: string } | null }

/** What came of the last copy, said once and cut to a line. */
export function Copied({ outcome }: CopiedProps) {
  return (
    <span role="status" className={names(css['copied'], outcome?.good === false && css['bad'])} data-fact="copied">
      {outcome?.words}
    </span>
  )
}

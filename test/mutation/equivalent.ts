import type { Mutant } from './mutant.ts'

/** A mutant that no test can kill, because the product behaves the same with it. */
export type Equivalent = Pick<Mutant, 'file' | 'before' | 'after'> & { readonly reason: string }

const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'electron/sync/backoff.ts',
    before: '20',
    after: '21',
    reason: 'Both powers of two lie far above the longest pause, which bounds them.',
  },
]

export function isEquivalent({ file, before, after }: Mutant): boolean {
  return EQUIVALENTS.some((one) => one.file === file && one.before === before && one.after === after)
}

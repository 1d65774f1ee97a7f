import type { Mutant } from './mutant.ts'

/** A mutant that no test can kill, because the product behaves the same with it. */
export type Equivalent = Pick<Mutant, 'file' | 'before' | 'after'> & { readonly reason: string }

export const EQUIVALENTS: readonly Equivalent[] = []

export function isEquivalent({ file, before, after }: Mutant): boolean {
  return EQUIVALENTS.some((one) => one.file === file && one.before === before && one.after === after)
}

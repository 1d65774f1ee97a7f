import { withDisplay } from '../runtime/display.ts'
import { buildDesk } from '../vite.ts'
import type { Tally } from './tally.ts'
import { runVitest } from './vitest.ts'

/** Measures what is recorded and never asserted, one after the other, in part in the real window. */
export async function runBench(): Promise<Tally> {
  await buildDesk()
  return withDisplay(({ env }) => runVitest('bench', { env, oneByOne: true }), { apart: true })
}

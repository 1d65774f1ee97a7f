import type { z } from 'zod/mini'

/** Carries the type of a result and no value, because results are not checked at run time. */
type Answers<Out> = { readonly answers?: Out }

export const answers = <Out>(): Answers<Out> => ({})

export type CallDefinition<In, Out> = { readonly input: z.ZodMiniType<In>; readonly output: Answers<Out> }

/** Defines a call by the schema that the main process applies to the argument, and by the type of the result. */
export function defineCall<In, Out>(input: z.ZodMiniType<In>, output: Answers<Out>): CallDefinition<In, Out> {
  return { input, output }
}

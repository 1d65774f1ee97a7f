import type { z } from 'zod/mini'

/** What JSON text can hold. A property that is undefined is absent once the text is parsed. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined }

/** Carries the type of a result and no value, because results are not checked at run time. */
type Answers<Out> = { readonly answers?: Out }

/** The result of a call. A result with a `Map` or a `Date`, for example, does not compile: results cross as text. */
export const answers = <Out extends Json>(): Answers<Out> => ({})

export type CallDefinition<In, Out> = { readonly input: z.ZodMiniType<In>; readonly output: Answers<Out> }

/** Defines a call by the schema that the main process applies to the argument, and by the type of the result. */
export function defineCall<In, Out>(input: z.ZodMiniType<In>, output: Answers<Out>): CallDefinition<In, Out> {
  return { input, output }
}

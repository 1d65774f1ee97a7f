/** The nth occurrence of a named moment, counted from 1. */
export type Point = { readonly event: string; readonly nth: number }

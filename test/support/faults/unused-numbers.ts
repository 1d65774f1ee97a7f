/** Move numbers that no provider of a test assigns. */
export const UNUSED_NUMBERS = [990_001, 990_002] as const

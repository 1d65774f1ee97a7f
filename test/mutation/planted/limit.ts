/** A small copy of the sending core, in which a test of the tool plants mutants. */
export function isOverLimit(miles: number): boolean {
  return miles > 50
}

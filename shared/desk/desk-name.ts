/** Returns the form in which two names of desks are the same name. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Joins class names and leaves out what is absent. */
export function classNames(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined).join(' ')
}

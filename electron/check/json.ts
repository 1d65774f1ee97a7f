/* What a body of JSON holds, read without trust: nothing here throws on any value. */

export type Json = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

/** What of a list is an object. */
export function objectsOf(list: readonly unknown[]): readonly Json[] {
  return list.map(asObject).filter((one) => one !== null)
}

/** The value at a path like `move.vehicle.vin`; undefined when it is not there. */
export function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    const holder = asObject(value)
    return holder !== null && Object.hasOwn(holder, key) ? holder[key] : undefined
  }, body)
}

/** A copy without what is at a path, as a JSON text. */
export function textWithout(body: object, path: string): string {
  const copy = structuredClone(body) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy)
  delete holder[last]
  return JSON.stringify(copy)
}

/** Deeper than this is not an answer. */
const DEEPEST = 8

/** Every value of a body that is no object, by its path; arrays are values. */
export function leavesOf(body: unknown, prefix = '', depth = 0): readonly (readonly [path: string, value: unknown])[] {
  const holder = asObject(body)
  if (holder === null || depth > DEEPEST) return prefix === '' ? [] : [[prefix, body]]
  return Object.entries(holder).flatMap(([key, value]) =>
    leavesOf(value, prefix === '' ? key : `${prefix}.${key}`, depth + 1),
  )
}

/** The paths at which two bodies differ, but for those that end in a name of `free`. */
export function differences(one: unknown, other: unknown, free: readonly string[]): readonly string[] {
  const [left, right] = [new Map(leavesOf(one)), new Map(leavesOf(other))]
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    (path) =>
      !free.includes(path.split('.').at(-1) ?? '') &&
      JSON.stringify(left.get(path)) !== JSON.stringify(right.get(path)),
  )
}

/* Reads untrusted JSON by path. No function here throws, whatever the value is. */

export type JsonObject = Readonly<Record<string, unknown>>

/** The value if it is a JSON object; null for an array, a scalar and null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** The objects of a list; other values are dropped. */
export function objectsOf(list: readonly unknown[]): readonly JsonObject[] {
  return list.map(asObject).filter((one) => one !== null)
}

/** The value at a path such as `move.vehicle.vin`; undefined when nothing is there. */
export function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    const holder = asObject(value)
    return holder !== null && Object.hasOwn(holder, key) ? holder[key] : undefined
  }, body)
}

/** A copy of a body without the value at a path. */
export function omitPath(body: object, path: string): object {
  const [key = '', ...rest] = path.split('.')
  const entries = Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (name !== key) return [[name, value] as const]
    return rest.length === 0 ? [] : [[name, omitPath(asObject(value) ?? {}, rest.join('.'))] as const]
  })
  return Object.fromEntries(entries)
}

const MAX_DEPTH = 8

/**
 * Returns each value inside a body with its path, down to values that are not objects. An array counts as one value,
 * and so does an object deeper than `MAX_DEPTH`.
 */
export function leavesOf(body: unknown, prefix = '', depth = 0): readonly (readonly [path: string, value: unknown])[] {
  const holder = asObject(body)
  if (holder === null || depth > MAX_DEPTH) return prefix === '' ? [] : [[prefix, body]]
  return Object.entries(holder).flatMap(([key, value]) =>
    leavesOf(value, prefix === '' ? key : `${prefix}.${key}`, depth + 1),
  )
}

/** Fields that a driver's progress or a cancellation changes between two answers about the same move. */
const CHANGING =
  /(^|\.)(status|cancel_status|cancel_reason|tracking_link|(pickup|delivery)_(started|arrived|successful))$/

/** The paths at which two answers about the same move differ, without the fields that `CHANGING` names. */
export function differences(one: unknown, other: unknown): readonly string[] {
  const [left, right] = [new Map(leavesOf(one)), new Map(leavesOf(other))]
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    (path) => !CHANGING.test(path) && JSON.stringify(left.get(path)) !== JSON.stringify(right.get(path)),
  )
}

/** Rules between the request and the response of a call, which no schema of one of them can express. */
export type CrossRules = {
  /** Fields that the response repeats from the request, absent if absent there. */
  readonly 'x-echoes'?: readonly string[]
  /** Fields that are null in the response if the request left them out. */
  readonly 'x-null-when-omitted'?: readonly string[]
  /** Fields that are false in the response if the request left them out. */
  readonly 'x-false-when-omitted'?: readonly string[]
  /** Pairs of equal fields of the response. */
  readonly 'x-same'?: readonly (readonly [string, string])[]
  /** Pairs of times of the response, the earlier one first. */
  readonly 'x-earlier'?: readonly (readonly [string, string])[]
}

/** Returns the cross rules that a response violates, one line each. */
export function crossBreaches(rules: CrossRules, asked: unknown, answered: unknown): readonly string[] {
  const lines: string[] = []
  for (const path of rules['x-echoes'] ?? []) {
    if (at(answered, path) !== at(asked, path)) lines.push(`${path} is not what was asked`)
  }
  for (const [value, paths] of [
    [null, rules['x-null-when-omitted'] ?? []],
    [false, rules['x-false-when-omitted'] ?? []],
  ] as const) {
    for (const path of paths) {
      if (at(asked, path) === undefined && at(answered, path) !== value) lines.push(`${path} must be ${value}`)
    }
  }
  for (const [one, other] of rules['x-same'] ?? []) {
    if (at(answered, one) !== at(answered, other)) lines.push(`${one} and ${other} differ`)
  }
  for (const [first, second] of rules['x-earlier'] ?? []) {
    if (!(time(at(answered, first)) < time(at(answered, second)))) lines.push(`${first} is not before ${second}`)
  }
  return lines
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (held, key) => (typeof held === 'object' && held !== null ? (held as Record<string, unknown>)[key] : undefined),
      value,
    )
}

function time(value: unknown): number {
  const text = String(value)
  return Date.parse(/^\d{4}-\d{2}-\d{2} /.test(text) ? `${text.replace(' ', 'T')}Z` : text)
}

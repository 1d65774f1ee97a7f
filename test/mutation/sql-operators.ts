const IS_SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ORDER BY|IS NOT NULL|IS NULL)\b/

const SWAPPED: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  AND: 'OR',
  OR: 'AND',
  DESC: 'ASC',
  'NOT ': '',
}

/** The text of a template, once for each change of the SQL in it. Empty where it holds no SQL. */
export function sqlChanges(text: string): readonly string[] {
  if (!IS_SQL.test(text)) return []
  const visible = text.replace(/\$\{[^}]*\}|'[^'`\n]*'(?=[\s,)`])/g, (hidden) => ' '.repeat(hidden.length))
  const assigned = assignments(visible)
  return [...visible.matchAll(/(?<=\s)(<>|<=|>=|=|<|>|AND|OR|DESC)(?=\s|`)|\bNOT (?=NULL|IN|EXISTS|\(|ours)/g)].flatMap(
    ({ 0: found, index }) => {
      if (found === '=' && assigned.some(([from, to]) => index > from && index < to)) return []
      // The `AND` of a BETWEEN joins its two ends.
      if (found === 'AND' && /BETWEEN\s+\S+\s+$/.test(visible.slice(0, index))) return []
      return [text.slice(0, index) + (SWAPPED[found] ?? '') + text.slice(index + found.length)]
    },
  )
}

/** Where `SET a = b, c = d` stands, whose `=` compares nothing. */
function assignments(text: string): readonly (readonly [number, number])[] {
  return [...text.matchAll(/\bSET\b/g)].map(({ index }) => {
    const length = text.slice(index).search(/\bWHERE\b/)
    return [index, length < 0 ? text.length : index + length]
  })
}

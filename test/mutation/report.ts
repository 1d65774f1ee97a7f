import type { Mutant } from './mutant.ts'

export type MutantResult = Mutant & {
  readonly result: 'killed' | 'survived' | 'equivalent'
  /** The test that took notice, and how. */
  readonly by: string | null
}

type Sample = { readonly drawn: string; readonly command: string; readonly where: string }

/** Killed of all that are not equivalent, in percent with one decimal. */
export function formatScore(judged: readonly MutantResult[]): string {
  const killed = count(judged, 'killed')
  const all = killed + count(judged, 'survived')
  return all === 0 ? 'no mutants' : `${((100 * killed) / all).toFixed(1)} %`
}

export function formatReport(judged: readonly MutantResult[], { drawn, command, where }: Sample): string {
  const files = [...new Set(judged.map(({ file }) => file))]
  const rows = files.map((file) =>
    formatRow(
      file,
      judged.filter((one) => one.file === file),
    ),
  )
  const survivors = judged.filter(({ result }) => result === 'survived').map(formatSurvivor)
  return `# Mutation score of the sending core

Written by \`${command}\` on ${where}. Each mutant is one small change of the code; it is killed when a test of the unit or integration suite fails with it. ${drawn}

**Score: ${formatScore(judged)}**

| file | mutants | killed | survived | equivalent |
| --- | --- | --- | --- | --- |
${[...rows, formatRow('all', judged)].join('\n')}

## Survivors

${survivors.length === 0 ? 'None.' : survivors.join('\n')}
`
}

function formatRow(name: string, judged: readonly MutantResult[]): string {
  const results = (['killed', 'survived', 'equivalent'] as const).map((result) => count(judged, result))
  return `| ${[name, judged.length, ...results].join(' | ')} |`
}

export function formatSurvivor({ file, line, operator, before, after }: Mutant): string {
  const [from, to] = [before, after].map((text) => text.replace(/\s+/g, ' ')) as [string, string]
  const [short, changed] = differing(from, to)
  return `- ${file}:${line} (${operator}): \`${short}\` -> \`${changed}\``
}

/** Of two long texts the part that differs, with some text around it. */
function differing(a: string, b: string): readonly [string, string] {
  const AROUND = 40
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const cut = (text: string) => {
    const from = Math.max(0, start - AROUND)
    const to = Math.min(text.length, text.length - end + AROUND)
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`.replaceAll('`', '"')
  }
  return [cut(a), cut(b)]
}

function count(judged: readonly MutantResult[], result: MutantResult['result']): number {
  return judged.filter((one) => one.result === result).length
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { REPO_ROOT } from '../paths.ts'

const FILE = path.join(REPO_ROOT, 'test', 'reports', 'board.md')
const TITLE = '# The board, measured'

/** Writes a section of test/reports/board.md over the section of an earlier run; the other sections stay. */
export function writeBoardSection(heading: string, lines: readonly string[]): void {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : TITLE
  const sections = new Map(
    text
      .split('\n## ')
      .slice(1)
      .map((section): [string, string] => {
        const [name = '', ...rest] = section.split('\n')
        return [name, rest.join('\n').trim()]
      }),
  )
  sections.set(heading, lines.join('\n'))
  const written = [...sections].toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(FILE, `${[TITLE, ...written.map(([name, body]) => `## ${name}\n\n${body}`)].join('\n\n')}\n`)
}

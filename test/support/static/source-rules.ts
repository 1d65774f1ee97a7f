import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/*
 * Rules that can be checked in the text of the sources. Each rule is a function of the files alone, so that a test can
 * plant a breach.
 */

/** Text by path from the root of the checkout. */
export type Sources = ReadonlyMap<string, string>

export function readSources(root: string, folders: readonly string[]): Sources {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.([cm]?[jt]sx?|css|sql|html)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return new Map(files.map((file) => [relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')]))
}

type Rule = {
  readonly name: string
  /** A pattern that no file may contain. */
  readonly forbidden: RegExp
  readonly where: RegExp
  readonly but?: RegExp
}

const SHIPPED = /^(shared|electron|renderer)\//

export const RULES: readonly Rule[] = [
  {
    name: 'only clock.ts and ids.ts read the time of the machine',
    forbidden: /\b(Date\.now|Math\.random|randomUUID)\(|new Date\(\)/,
    where: SHIPPED,
    but: /^electron\/platform\/(?:clock|ids)\.ts$/,
  },
  {
    name: 'nothing shipped asks whether it is under test',
    forbidden: /NODE_ENV|VITEST|import\.meta\.vitest|import\.meta\.env/,
    where: SHIPPED,
  },
  {
    name: 'colours stand in tokens.css alone',
    forbidden: /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|oklch|lab)a?\(/i,
    where: /^renderer\//,
    but: /^renderer\/styles\/tokens\.css$/,
  },
  {
    name: 'nothing of the desk may fetch: another stack may send a POST twice by itself',
    forbidden:
      /(?<![.\w])fetch\(|\bnet\.(?:fetch|request)\b|\{[^}]*\bnet\b[^}]*\} from 'electron'|\bundici\b|\baxios\b/,
    where: /^electron\//,
    but: /^electron\/practice\//,
  },
  {
    name: 'ipcMain is named in ipc.ts alone',
    forbidden: /\bipcMain\b/,
    where: SHIPPED,
    but: /^electron\/shell\/ipc\.ts$/,
  },
  {
    name: 'ipcRenderer is named in preload.ts alone',
    forbidden: /\bipcRenderer\b/,
    where: SHIPPED,
    but: /^electron\/preload\.ts$/,
  },
  {
    name: 'nothing is made from text and run, or put into the page as HTML',
    forbidden: /\beval\(|new Function\(|dangerouslySetInnerHTML|\.innerHTML\b/,
    where: SHIPPED,
  },
  {
    name: 'no statement finds rows by LIKE, which reads every row',
    forbidden: /(?<!NOT )\bLIKE\b/,
    where: /^electron\//,
  },
  {
    name: 'the window never stands still until an answer comes',
    forbidden: /\bsendSync\b|\bXMLHttpRequest\b|\bAtomics\.wait\(|(?<![.\w])(?:alert|confirm|prompt)\(/,
    where: /^(?:renderer\/|electron\/preload\.ts$)/,
  },
  { name: 'no default exports', forbidden: /^export default\b/m, where: SHIPPED },
]

/** `path:line` of every breach of a rule. Comments do not count. */
export function breachesOf(rule: Rule, sources: Sources): readonly string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!rule.where.test(path) || rule.but?.test(path) === true) return []
    const lines = withoutComments(text).split('\n')
    return lines.flatMap((line, index) => (rule.forbidden.test(line) ? [`${path}:${index + 1}`] : []))
  })
}

const MAX_LINES = 300

export function longFiles(sources: Sources): readonly string[] {
  return [...sources].flatMap(([path, text]) => {
    const lines = text.replace(/\n$/, '').split('\n').length
    return lines > MAX_LINES ? [`${path}: ${lines} lines`] : []
  })
}

/** Blanks out comments and keeps the lines, so that line numbers stay right. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import type { Mutant } from './mutant.ts'
import { changesOf, changesOfPlace } from './operators.ts'

/** The TypeScript files of a scope, by their paths from the root. */
export function filesOf(root: string, scope: readonly string[]): readonly string[] {
  return scope.flatMap((name) =>
    name.endsWith('/')
      ? readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts'))
          .map((file) => name + file.split(path.sep).join('/'))
          .toSorted()
      : [name],
  )
}

/** All mutants of these files, numbered from zero. */
export function createMutants(root: string, files: readonly string[]): readonly Mutant[] {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => readFileSync(file, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  const absolute = files.map((file) => path.join(root, file))
  const program = ts.createProgram(absolute, options)
  const checker = program.getTypeChecker()
  let id = 0
  return files.flatMap((file, place) => {
    const source = program.getSourceFile(absolute[place] ?? '')
    if (source === undefined) throw new Error(`${file} cannot be read`)
    return mutantsOf(source, checker).map((mutant) => ({ ...mutant, file, id: id++ }))
  })
}

function mutantsOf(source: ts.SourceFile, checker: ts.TypeChecker): readonly Omit<Mutant, 'id' | 'file'>[] {
  const found: Omit<Mutant, 'id' | 'file'>[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || (ts.isPropertyName(node) && isName(node))) return
    const [start, end] = [node.getStart(source), node.getEnd()]
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    for (const change of [...changesOf(node, checker), ...changesOfPlace(node)]) {
      found.push({ ...change, start, end, line, before: node.getText(source) })
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return found
}

function isName(node: ts.Node): boolean {
  return 'name' in node.parent && node.parent.name === node
}

/** The text of a file with all its mutants in it, each behind a question for its number at run time. */
export function instrument(text: string, mutants: readonly Mutant[]): string {
  // An outer part comes before the parts in it.
  const sorted = mutants.toSorted((a, b) => a.start - b.start || b.end - a.end || a.id - b.id)
  const render = (from: number, to: number, inside: readonly Mutant[]): string => {
    let [output, at, rest] = ['', from, inside]
    for (let first = rest[0]; first !== undefined; first = rest[0]) {
      const { start, end } = first
      const same = rest.filter((mutant) => mutant.start === start && mutant.end === end)
      const nested = rest.filter((mutant) => mutant.start >= start && mutant.end <= end && !same.includes(mutant))
      const choices = same.map(({ id, after }) => `globalThis.__isMutant(${id}) ? (${after}) : `).join('')
      const statement = same.some(({ operator }) => operator === 'statement removed') ? 'void ' : ''
      output += `${text.slice(at, start)}${statement}(${choices}${render(start, end, nested)})`
      at = end
      rest = rest.filter((mutant) => mutant.start >= end)
    }
    return output + text.slice(at, to)
  }
  return render(0, text.length, sorted)
}

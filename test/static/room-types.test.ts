import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** The errors of a file in a room that holds one statement, by the room's own `tsconfig.json`. */
function errorsIn(room: string, statement: string): string[] {
  const { config } = ts.readConfigFile(join(ROOT, room, 'tsconfig.json'), ts.sys.readFile) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, room))
  const planted = join(ROOT, room, 'planted.ts')
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (file) => file === planted || fileExists(file)
  host.getSourceFile = (file, version) =>
    file === planted ? ts.createSourceFile(file, statement, version) : getSourceFile(file, version)
  const program = ts.createProgram([planted], options, host)
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(planted))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test.for([
  ['shared', 'document', false],
  ['shared', 'process', false],
  ['electron', 'document', false],
  ['electron', 'process', true],
  ['renderer', 'process', false],
  ['renderer', 'document', true],
  ['build', 'document', false],
] as const)('The types of %s/ know the global `%s` (%j)', ([room, name, known]) => {
  const errors = errorsIn(room, `export const seen = ${name}\n`)
  if (known) expect(errors).toEqual([])
  else expect(errors).toEqual([expect.stringContaining(`Cannot find name '${name}'`)])
})

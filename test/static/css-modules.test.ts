import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, type Sources } from '../support/static/source-rules.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The class names that a component reads from a CSS module without such a class, as `path: name`. */
function missingClasses(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)].flatMap(([, name = '', file = '']) => {
      const styles = sources.get(posix.join(posix.dirname(path), file)) ?? ''
      const used = [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].map(([, used = '']) => used)
      return [...new Set(used)]
        .filter((used) => !new RegExp(`\\.${used}(?![\\w-])`).test(styles))
        .map((used) => `${path}: ${used}`)
    }),
  )
}

test('Every class that a component names is in its CSS module', () => {
  expect(missingClasses(readSources(ROOT, ['renderer']))).toEqual([])
})

test('The check finds a class that its CSS module lacks', () => {
  const planted = new Map([
    [
      'renderer/a/A.tsx',
      "import css from './A.module.css'\n<p className={css['gone']}><b className={css['there']} /></p>",
    ],
    ['renderer/a/A.module.css', '.there { color: red }\n.gone-not { color: red }'],
  ])
  expect(missingClasses(planted)).toEqual(['renderer/a/A.tsx: gone'])
})

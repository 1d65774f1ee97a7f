import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { typedPair } from './desk-page.ts'

/*
 * Personal data of the people whom the tests invent: their names, streets, cars and phones, all of which are 555-01xx,
 * however a phone is written.
 */

const PEOPLE = ['Theo Brandt', 'Wren Castellane', 'Somebody Else', 'Dana R.', ...[0, 1, 2, 3].map(nameOf)]
const STREETS = ['Mulberry', 'Pear Ct', 'Hollow Rd']
const PERSONAL = new RegExp(
  [...PEOPLE.map((name) => name.replaceAll('.', '\\.')), ...STREETS, '1M8GDM9AXKP', '555\\W{0,2}01\\d\\d'].join('|'),
  'i',
)

function nameOf(number: number): string {
  return typedPair(number).name
}

/** `file:line` of every line of a folder's files that holds any of it. */
export function personalIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((line, at) => (PERSONAL.test(line) ? [`personal data in ${name}:${at + 1}: ${line}`] : [])),
  )
}

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { REPO_ROOT } from '../paths.ts'

type Unhandled = { readonly message: string; readonly cause?: { readonly message: string } }

export const UNHANDLED_ERRORS = path.join(REPO_ROOT, 'out', 'test', 'unhandled-errors.json')

/** A vitest reporter that keeps the errors outside of any test, which the report in JSON leaves out. */
export default class UnhandledErrors {
  onTestRunEnd(_modules: unknown, errors: readonly Unhandled[]): void {
    writeFileSync(UNHANDLED_ERRORS, JSON.stringify(errors.map(({ message, cause }) => cause?.message ?? message)))
  }
}

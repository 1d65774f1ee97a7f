import { assertNever } from '../../../shared/result.ts'
import type { UnusableCaFile } from '../../../shared/desk/ca-file.ts'
import type { RightsProblem } from '../../../shared/desk/rights-problem.ts'

/**
 * Describes why a file is not trusted, and what mends that: a command, except for a folder that others need as it is.
 * `changed` names what a person could change through the file.
 */
export function describeRights({ kind, path, mode, owner }: RightsProblem, changed: string): string {
  switch (kind) {
    case 'writable-by-others': {
      // Everyone needs a sticky folder such as /tmp to stay writable.
      const mend = isSticky(mode) ? MOVE_AWAY : `run: chmod go-w ${shellWord(path)}`
      return `Others may change ${path} (mode ${mode}), and with it ${changed}. Ask IT to ${mend}.`
    }
    case 'foreign-owner':
      return `${path} belongs to another account (user ${owner}, mode ${mode}). Ask IT to run: chown root ${shellWord(path)}.`
    case 'foreign-folder':
      return `${path} belongs to another account (user ${owner}, mode ${mode}). Ask IT to ${MOVE_AWAY}.`
    default:
      return assertNever(kind)
  }
}

const MOVE_AWAY = "move the file, and any link to it, into a folder that others can't write"

/** Describes why the certificates of a file are not trusted, and what mends that. */
export function describeCaFile({ path, problem }: UnusableCaFile): string {
  if (typeof problem === 'object')
    return `The certificate file ${path} was not used, so its certificates are not trusted. ${describeRights(problem, 'whom Lanekeeper trusts')}`
  switch (problem) {
    case 'unreadable':
      return `The certificate file ${path} can't be read, so its certificates are not trusted. Ask IT to check the path and its rights.`
    case 'not-pem':
      return `The certificate file ${path} has no certificate in PEM form, so it adds no trust. Ask IT for the right file.`
    default:
      return assertNever(problem)
  }
}

function isSticky(mode: string): boolean {
  return (Number.parseInt(mode, 8) & 0o1000) !== 0
}

/** Quotes a path for a shell, because a folder's name may hold a command. */
export function shellWord(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`
}

import { assertNever } from '../../../shared/result.ts'
import type { RightsProblem } from '../../../shared/desk/rights-problem.ts'

/** Describes why a file is not trusted, and what mends that: a command, except for a sticky folder. */
export function describeRights({ kind, path, mode, owner }: RightsProblem): string {
  switch (kind) {
    case 'writable-by-others': {
      // Everyone needs a sticky folder such as /tmp to stay writable.
      const mend = isSticky(mode)
        ? 'move the file, and any link to it, into a folder that others cannot write'
        : `run: chmod go-w ${shellWord(path)}`
      return `Others may change ${path} (mode ${mode}), and with it the provider that gets your bookings. Ask IT to ${mend}.`
    }
    case 'foreign-owner':
      return `${path} belongs to another account (user ${owner}, mode ${mode}). Ask IT to run: chown root ${shellWord(path)}.`
    default:
      return assertNever(kind)
  }
}

function isSticky(mode: string): boolean {
  return (Number.parseInt(mode, 8) & 0o1000) !== 0
}

/** Quotes a path for a shell, because a folder's name may hold a command. */
export function shellWord(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`
}

import { assertNever } from '../../../shared/result.ts'
import type { RightsProblem } from '../../../shared/desk/rights-problem.ts'

/** Describes why a file is not trusted, with the command that mends its rights. */
export function describeRights({ kind, path, mode, owner }: RightsProblem): string {
  switch (kind) {
    case 'writable-by-others':
      return `Others may change ${path} (mode ${mode}), and with it the provider that gets your bookings. Ask IT to run: chmod go-w ${shellWord(path)}.`
    case 'foreign-owner':
      return `${path} belongs to another account (user ${owner}, mode ${mode}). Ask IT to run: chown root ${shellWord(path)}.`
    default:
      return assertNever(kind)
  }
}

/** Quotes a path for a shell, because a folder's name may hold a command. */
function shellWord(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`
}

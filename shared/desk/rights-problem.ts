/**
 * Why a file is not trusted: others may write `path`, or its owner is neither this user nor root (POSIX). `path` is the
 * file or a folder on its path, `mode` octal text such as `0666`, `owner` a user id.
 */
export type RightsProblem = {
  readonly kind: 'writable-by-others' | 'foreign-owner' | 'foreign-folder'
  readonly path: string
  readonly mode: string
  readonly owner: number
}

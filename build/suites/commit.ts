import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns the commit of a checkout, with a mark if files outside test/reports (which a run writes) differ from the
 * commit. Returns "unknown" if git fails, and for a folder without its own .git, even inside another repository.
 */
export function readCommit(root: string): string {
  if (!existsSync(path.join(root, '.git'))) return 'unknown'
  const commit = git(root, ['rev-parse', 'HEAD'])
  const changes = git(root, ['status', '--porcelain', '--', '.', ':(exclude)test/reports'])
  if (commit === null || changes === null) return 'unknown'
  return changes === '' ? commit : `${commit}, with changes`
}

function git(cwd: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Which commit of a checkout stands there, and whether it was changed; what a run itself writes, test/reports, is no
 * change. "unknown" without git: of a folder that was unpacked, a repository around it says nothing.
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

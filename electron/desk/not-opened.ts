import { fail, type Result } from '../../shared/result.ts'

/** The failure of a desk whose store the disk did not open, for the error code of that. */
export function notOpened(folder: string, error: string): Result<never> {
  const disk = error === 'SQLITE_FULL' || error === 'ENOSPC' ? 'full' : 'refuses'
  return fail('not-saved', 'not-opened', { folder, error, disk })
}

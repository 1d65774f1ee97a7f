import type { Notice } from '../../shared/desk/settings.ts'
import type { FolderRights } from '../platform/file-rights.ts'

/** What a person is told at the start about the last run and about the data folder. */
export function startNoticesOf(
  { folder, restarted }: { readonly folder: string; readonly restarted?: boolean },
  rights: FolderRights | null,
): readonly Notice[] {
  return [
    ...(restarted === true ? [{ code: 'restarted' } as const] : []),
    ...(rights?.kind === 'restricted' ? [{ code: 'folder-restricted', path: folder, mode: rights.mode } as const] : []),
  ]
}

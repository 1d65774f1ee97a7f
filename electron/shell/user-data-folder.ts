import { join, resolve } from 'node:path'

/**
 * The folder of the store: the folder of `--user-data-dir`, else a folder on this machine. On Windows that is
 * LocalAppData, because a roaming profile would carry the store to another machine while this machine still uses it.
 */
export function userDataFolder(from: {
  /** Empty without `--user-data-dir`. A relative path starts at the working directory of the start. */
  readonly chosen: string
  /** LOCALAPPDATA on Windows, undefined elsewhere. */
  readonly localAppData: string | undefined
  readonly usual: string
}): string {
  if (from.chosen !== '') return resolve(from.chosen)
  return from.localAppData === undefined ? from.usual : join(from.localAppData, 'Lanekeeper')
}

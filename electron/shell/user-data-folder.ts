import { join, resolve } from 'node:path'

/**
 * The folder that holds the store: the one that was chosen with `--user-data-dir`, else a machine-local one. On Windows
 * that is LocalAppData: a roaming profile would carry the store to another machine while this one still works on it.
 */
export function userDataFolder(from: {
  /** Empty when none was chosen; relative to where the app was started. */
  readonly chosen: string
  /** LOCALAPPDATA on Windows, undefined elsewhere. */
  readonly localAppData: string | undefined
  readonly usual: string
}): string {
  if (from.chosen !== '') return resolve(from.chosen)
  return from.localAppData === undefined ? from.usual : join(from.localAppData, 'Lanekeeper')
}

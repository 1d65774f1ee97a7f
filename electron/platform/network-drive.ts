import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'

/*
 * Detects a folder on a network drive. SQLite's locks and write order hold only on a local disk, so a store on a
 * network drive could be lost, or two desks could use it at once.
 */

/** Network file systems by their names on Linux and macOS. */
const NETWORK_FILE_SYSTEMS =
  /^(nfs\d?|cifs|smb\w*|afpfs|webdav|davfs\d?|ncpfs?|9p|afs|ceph|lustre|beegfs|glusterfs|gpfs|gfs2|ocfs2|orangefs|pvfs2|vboxsf|vmhgfs|prl_fs)$|^fuse\.(sshfs|rclone|s3fs|gcsfuse|glusterfs|curlftpfs|davfs\d?|vmhgfs-fuse|smbnetfs|google-drive-ocamlfuse|gvfsd-fuse|ceph-fuse|juicefs|mfs|moosefs|lizardfs|cephfs|goofys|mount-s3|blobfuse2?|gdfs|onedriver|hdfs|smb\w*|nfs\w*|kio-fuse)$/

/**
 * The kind of network drive that holds a folder, for example `nfs4` or `SMB`. Null for a local disk, for a kind that
 * `NETWORK_FILE_SYSTEMS` does not list, and if the mounts cannot be read.
 */
export function networkDriveOf(folder: string): string | null {
  const path = realPath(folder)
  if (process.platform === 'win32') return windowsNetworkDrive(path)
  const mounts =
    process.platform === 'darwin' ? parseMacMounts(run('/sbin/mount')) : parseLinuxMounts(read('/proc/self/mountinfo'))
  return findNetworkMount(mounts, path)
}

/**
 * Returns `SMB` for a path on a share, else null. Expects a path from `realPath`, which replaces the drive letter of a
 * network drive by the name of the share.
 */
export function windowsNetworkDrive(path: string): string | null {
  return /^\\\\(?![?.]\\(?!UNC\\))/i.test(path) ? 'SMB' : null
}

/** A mounted file system: the folder of the mount and the type of the file system, for example `nfs4`. */
export type Mount = { readonly at: string; readonly kind: string }

/**
 * Parses lines such as `36 35 98:0 /root /mount/point rw,noatime shared:1 - nfs4 server:/share rw`, where \040 means a
 * space.
 */
export function parseLinuxMounts(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\S+ \S+ \S+ \S+ (\S+) .*? - (\S+) /.exec(line)
    if (found?.[1] === undefined || found[2] === undefined) return []
    const at = found[1].replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    return [{ at, kind: found[2] }]
  })
}

/** Parses lines such as `//user@server/share on /Volumes/share (smbfs, nodev, nosuid)`. */
export function parseMacMounts(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const found = /^.+? on (\/.*) \((\w+)[^()]*\)$/.exec(line)
    return found?.[1] === undefined || found[2] === undefined ? [] : [{ at: found[1], kind: found[2] }]
  })
}

/** The kind of the network mount that holds a path, or null. The last of two mounts at one place hides the first. */
export function findNetworkMount(mounts: readonly Mount[], path: string): string | null {
  const holds = ({ at }: Mount) => path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`)
  const nearest = mounts.filter(holds).reduce<Mount | null>((best, mount) => {
    return best === null || mount.at.length >= best.at.length ? mount : best
  }, null)
  return nearest !== null && NETWORK_FILE_SYSTEMS.test(nearest.kind) ? nearest.kind : null
}

/** The real path of a folder, or of its nearest existing parent. */
function realPath(folder: string): string {
  let path = folder
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  try {
    return realpathSync.native(path) + (process.platform === 'win32' ? sep : '')
  } catch {
    return path
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function run(command: string): string {
  try {
    return execFileSync(command, { encoding: 'utf8', timeout: 5_000 })
  } catch {
    return ''
  }
}

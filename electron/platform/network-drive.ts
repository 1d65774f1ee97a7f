import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'

/*
 * Whether a folder is on a network share. SQLite's locks and its order of writes hold on a disk of this machine alone, so
 * a store there could be lost, or worked on by two desks at once.
 */

/** Network file systems by the names that Linux and macOS give them. */
const NETWORK_FILE_SYSTEMS =
  /^(nfs\d?|cifs|smb\w*|afpfs|webdav|davfs\d?|ncpfs?|9p|afs|ceph|lustre|beegfs|glusterfs|gpfs|gfs2|ocfs2|orangefs|pvfs2|vboxsf|vmhgfs|prl_fs)$|^fuse\.(sshfs|rclone|s3fs|gcsfuse|glusterfs|curlftpfs|davfs\d?|vmhgfs-fuse|smbnetfs|google-drive-ocamlfuse|gvfsd-fuse|ceph-fuse|juicefs|mfs|moosefs|lizardfs|cephfs|goofys|mount-s3|blobfuse2?|gdfs|onedriver|hdfs|smb\w*|nfs\w*|kio-fuse)$/

/** What kind of network share a folder is on, in a word; null for a disk of this machine, or where nobody can tell. */
export function networkDriveOf(folder: string): string | null {
  const path = realPath(folder)
  if (process.platform === 'win32') return windowsNetworkDrive(path)
  const mounts =
    process.platform === 'darwin' ? parseMacMounts(run('/sbin/mount')) : parseLinuxMounts(read('/proc/self/mountinfo'))
  return findNetworkMount(mounts, path)
}

/** A drive letter that leads to a share has been turned into the share's own name by `realPath`. */
export function windowsNetworkDrive(path: string): string | null {
  return /^\\\\(?![?.]\\(?!UNC\\))/i.test(path) ? 'SMB' : null
}

export type Mount = { readonly at: string; readonly kind: string }

/** `36 35 98:0 /root /mount/point rw,noatime shared:1 - nfs4 server:/share rw`: spaces in names are written as \040. */
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

/** `//user@server/share on /Volumes/share (smbfs, nodev, nosuid)` */
export function parseMacMounts(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const found = /^.+? on (\/.*) \((\w+)[^()]*\)$/.exec(line)
    return found?.[1] === undefined || found[2] === undefined ? [] : [{ at: found[1], kind: found[2] }]
  })
}

/** The kind of the mount that holds a path, when it is a network's; the last of two at one place hides the first. */
export function findNetworkMount(mounts: readonly Mount[], path: string): string | null {
  const holds = ({ at }: Mount) => path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`)
  const nearest = mounts.filter(holds).reduce<Mount | null>((best, mount) => {
    return best === null || mount.at.length >= best.at.length ? mount : best
  }, null)
  return nearest !== null && NETWORK_FILE_SYSTEMS.test(nearest.kind) ? nearest.kind : null
}

/** Where a folder, or the nearest one above it that is there, really is. */
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

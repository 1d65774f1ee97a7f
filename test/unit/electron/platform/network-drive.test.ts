import { describe, expect, test } from 'vitest'
import {
  parseLinuxMounts,
  parseMacMounts,
  findNetworkMount,
  networkDriveOf,
  windowsNetworkDrive,
} from '../../../../electron/platform/network-drive.ts'
import { temporaryFolder } from '../../../support/fixtures/temporary-folder.ts'

const LINUX = `24 30 0:22 / /proc rw,nosuid - proc proc rw
30 1 259:2 / / rw,relatime shared:1 - ext4 /dev/root rw,discard
91 30 0:45 / /home rw,relatime shared:40 - nfs4 files.example:/home rw,vers=4.2
95 91 259:3 / /home/dana/local rw,relatime shared:41 - xfs /dev/sdb1 rw
99 30 0:50 /share /mnt/Service\\040Lane rw shared:50 master:1 - cifs //files.example/share rw
120 30 0:60 / /mnt/ssh rw - fuse.sshfs dana@files.example:/ rw
121 30 8:17 / /mnt/stick rw - fuseblk /dev/sdc1 rw
122 30 0:61 / /mnt/host rw - 9p host rw
123 30 0:62 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw
124 30 0:63 / /mnt/pool rw - fuse.mergerfs pool rw`

const MAC = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//dana@files.example/Service on /Volumes/Service Lane (1) (smbfs, nodev, nosuid, mounted by dana)`

describe('The search for a network drive', () => {
  test.for([
    ['/home/dana/.config/Lanekeeper', 'nfs4'],
    ['/home', 'nfs4'],
    ['/homes/dana', null],
    ['/home/dana/local/Lanekeeper', null],
    ['/mnt/Service Lane/x', 'cifs'],
    ['/mnt/ssh/x', 'fuse.sshfs'],
    ['/mnt/host', '9p'],
    ['/run/user/1000/gvfs/smb-share:server=files', 'fuse.gvfsd-fuse'],
    ['/mnt/pool/x', null],
    ['/mnt/stick/x', null],
    ['/var/lib', null],
  ] as const)('`findNetworkMount` gives for the Linux path %s the network file system %s', ([path, kind]) =>
    expect(findNetworkMount(parseLinuxMounts(LINUX), path)).toBe(kind),
  )

  test.for([
    ['/Volumes/Service Lane (1)/Lanekeeper', 'smbfs'],
    ['/Users/dana/Library', null],
  ] as const)('`findNetworkMount` gives for the macOS path %s the network file system %s', ([path, kind]) =>
    expect(findNetworkMount(parseMacMounts(MAC), path)).toBe(kind),
  )

  test.for([
    ['\\\\files.example\\share\\Lanekeeper', 'SMB'],
    ['\\\\?\\UNC\\files.example\\share', 'SMB'],
    ['\\\\?\\C:\\Users\\dana', null],
    ['C:\\Users\\dana\\AppData\\Local\\Lanekeeper', null],
  ] as const)('`windowsNetworkDrive` gives for the path %s the network protocol %s', ([path, kind]) =>
    expect(windowsNetworkDrive(path)).toBe(kind),
  )

  test('The last mount at a folder decides whether the folder is on a network share', () => {
    const over = [
      { at: '/data', kind: 'ext4' },
      { at: '/data', kind: 'nfs' },
    ]
    expect(findNetworkMount(over, '/data/x')).toBe('nfs')
    expect(findNetworkMount(over.toReversed(), '/data/x')).toBeNull()
  })

  test('`networkDriveOf` finds no network share at a local temporary folder and at a missing folder inside', () => {
    const folder = temporaryFolder()
    expect([networkDriveOf(folder), networkDriveOf(`${folder}/not/there`)]).toEqual([null, null])
  })
})

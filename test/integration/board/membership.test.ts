import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  INVITATION_FILE,
  KEY_FILE,
  MEMBERSHIP_FILE,
  readMembership,
  takeInvitation,
} from '../../../electron/board/membership.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

const KEY = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n'
const INVITATION = {
  kind: 'lanekeeper-board-invitation',
  version: 1,
  hub: {
    id: 'h1',
    rooftop: 'Midlothian Honda',
    address: '192.168.10.5',
    port: 5432,
    database: 'board',
    authority: 'CA',
  },
  desk: { name: 'Desk 4', role: 'desk_4', certificate: 'CERT', key: KEY },
  takeBy: '2026-11-26T15:00:00Z',
}
const BEFORE = '2026-11-26T14:59:00Z'

/** Turns the bits around, as a stand-in for the secret store of the operating system. */
const cipher = {
  encrypt: (text: string) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0xff)),
  decrypt: (stored: Buffer) => Buffer.from(stored.map((byte) => byte ^ 0xff)).toString(),
}

function folderWith(invitation: unknown): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, INVITATION_FILE), typeof invitation === 'string' ? invitation : JSON.stringify(invitation))
  return folder
}

describe('An invitation to the board', () => {
  test('An invitation is taken once, its key goes to the secret store, and the file is gone', () => {
    const folder = folderWith(INVITATION)
    expect(takeInvitation(folder, cipher, BEFORE)).toBe('taken')
    expect(takeInvitation(folder, cipher, BEFORE)).toBe('none')
    expect(readdirSync(folder).sort()).toEqual([KEY_FILE, MEMBERSHIP_FILE])
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
      expect(readFileSync(join(folder, name), 'latin1'), name).not.toContain('c2VjcmV0')
    }
    expect(readMembership(folder, cipher)).toEqual({
      hub: { id: 'h1', rooftop: 'Midlothian Honda', address: '192.168.10.5', port: 5432, authority: 'CA' },
      desk: { name: 'Desk 4', role: 'desk_4', certificate: 'CERT' },
      key: KEY,
    })
  })

  test('A PC without a secret store keeps the key in a file of its user', () => {
    const folder = folderWith(INVITATION)
    expect(takeInvitation(folder, null, BEFORE)).toBe('taken')
    expect(readMembership(folder, null)?.key).toBe(KEY)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
  })

  test('A membership whose key does not open on this PC is none', () => {
    const folder = folderWith(INVITATION)
    takeInvitation(folder, cipher, BEFORE)
    expect(readMembership(folder, { ...cipher, decrypt: () => null })).toBe(null)
    expect(readMembership(folder, null)).toBe(null)
  })

  test.for([
    ['too-late', { ...INVITATION, takeBy: '2026-11-26T14:58:59Z' }],
    ['unreadable', 'no JSON'],
    ['unreadable', { ...INVITATION, kind: 'another-file' }],
    ['unreadable', { ...INVITATION, version: 2 }],
    ['unreadable', { ...INVITATION, hub: { ...INVITATION.hub, port: 0 } }],
  ] as const)('An invitation that is %s is not taken and stays for a person to see', ([why, invitation]) => {
    const folder = folderWith(invitation)
    expect(takeInvitation(folder, cipher, BEFORE)).toBe(why)
    expect(existsSync(join(folder, INVITATION_FILE))).toBe(true)
    expect(readMembership(folder, cipher)).toBe(null)
  })

  test('A new invitation takes the place of an earlier membership', () => {
    const folder = folderWith(INVITATION)
    takeInvitation(folder, cipher, BEFORE)
    writeFileSync(
      join(folder, INVITATION_FILE),
      JSON.stringify({ ...INVITATION, desk: { ...INVITATION.desk, role: 'desk_9' } }),
    )
    expect(takeInvitation(folder, cipher, BEFORE)).toBe('taken')
    expect(readMembership(folder, cipher)?.desk.role).toBe('desk_9')
  })
})

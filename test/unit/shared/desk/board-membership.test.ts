import { describe, expect, test } from 'vitest'
import { parseInvitation } from '../../../../shared/desk/invitation.ts'
import { parseSettingsFile } from '../../../../electron/settings/settings-file.ts'

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
  desk: { name: 'Desk 4', role: 'desk_4', certificate: 'CERT', key: 'KEY' },
  takeBy: '2026-11-26T15:00:00Z',
}

describe('The text of an invitation', () => {
  test('An invitation is read with a byte order mark and line breaks around it', () => {
    const text = `\ufeff${JSON.stringify(INVITATION, null, 2)}\r\n`
    expect(parseInvitation(text)).toMatchObject({ desk: { name: 'Desk 4', key: 'KEY' } })
  })

  test.for([
    ['words', 'Dear Desk 4'],
    ['a part of an invitation', JSON.stringify(INVITATION).slice(0, -1)],
    ['another kind', JSON.stringify({ ...INVITATION, kind: 'x' })],
    ['a later version', JSON.stringify({ ...INVITATION, version: 2 })],
    ['no key', JSON.stringify({ ...INVITATION, desk: { ...INVITATION.desk, key: undefined } })],
    ['port zero', JSON.stringify({ ...INVITATION, hub: { ...INVITATION.hub, port: 0 } })],
    ['a name without end', JSON.stringify({ ...INVITATION, desk: { ...INVITATION.desk, name: 'x'.repeat(201) } })],
    ['20,001 characters', JSON.stringify(INVITATION) + ' '.repeat(20_001)],
  ] as const)('A text with %s is no invitation', ([, text]) => {
    expect(parseInvitation(text)).toBe(null)
  })
})

describe('The invitation in a settings file', () => {
  const issuesOf = (json: unknown) => {
    const read = parseSettingsFile(json)
    return read.ok ? [] : read.issues
  }

  test('A settings file names the invitation itself or the absolute path of its file', () => {
    for (const invitation of [INVITATION, '/etc/lanekeeper/desk-4.json']) {
      const read = parseSettingsFile({ board: { invitation } })
      expect(read).toMatchObject({ ok: true, value: { names: [] } })
      const named = read.ok ? read.value.invitation : null
      expect(typeof named === 'string' ? named : named?.desk.role).toBe(
        typeof invitation === 'string' ? invitation : 'desk_4',
      )
    }
  })

  test('A wrong invitation, a relative path and an unknown key are wrong keys of the file', () => {
    const path = 'board.invitation'
    expect(issuesOf({ board: { invitation: { ...INVITATION, version: 2 } } })).toEqual([
      { path, code: 'not-an-invitation' },
    ])
    expect(issuesOf({ board: { invitation: 'desk-4.json' } })).toEqual([{ path, code: 'not-absolute' }])
    expect(issuesOf({ board: { hub: 'x' } })).toEqual([{ path: 'board.hub', code: 'unknown-key' }])
    expect(issuesOf({ board: 'x' })).toEqual([{ path: 'board', code: 'not-an-object' }])
  })
})

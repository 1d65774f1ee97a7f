import { expect, test } from 'vitest'
import type { Notice } from '../../../../../shared/desk/settings.ts'
import { describeNotice } from '../../../../../renderer/app/text/notice-text.ts'

const MINUTE = 60_000

test('Two disputed clocks are described with their difference and without a verdict', () => {
  const textFor = (minutes: number) => describeNotice({ code: 'clock-disputed', aheadMs: minutes * MINUTE })
  expect(textFor(180)).toMatch(
    /^The clock of the driver service is 3 hours behind this computer's, and this computer's clock seems right\./,
  )
  expect(textFor(-180)).toMatch(/^The clock of the driver service is 3 hours ahead of this computer's/)
  expect(textFor(180)).toContain('waits in the Inbox')
})

test('A wrong clock is described with the size of its error and with instructions', () => {
  const textFor = (aheadMs: number) => describeNotice({ code: 'clock-wrong', aheadMs })
  expect(textFor(3 * MINUTE)).toMatch(
    /^This computer's clock is 3 minutes ahead of that of the driver service\. Set this computer's date/,
  )
  const sizes = [119, 121, 47 * 60, 9 * 24 * 60].map((minutes) => textFor(-minutes * MINUTE).slice(0, 42))
  expect(sizes).toEqual(
    ['119 minutes', '2 hours', '47 hours', '9 days'].map((size) =>
      `This computer's clock is ${size} behind that`.slice(0, 42),
    ),
  )
})

test('An unusable certificate file is described with its path, and its rights with the command that mends them', () => {
  const path = '/etc/lanekeeper/roots.pem'
  const textFor = (problem: Extract<Notice, { readonly code: 'ca-file-unusable' }>['problem']) =>
    describeNotice({ code: 'ca-file-unusable', path, problem })
  expect(textFor('unreadable')).toContain(`${path} can't be read`)
  expect(textFor('not-pem')).toContain(`${path} has no certificate in PEM form`)
  expect(textFor({ kind: 'writable-by-others', path, mode: '0666', owner: 0 })).toBe(
    `The certificate file ${path} was not used, so its certificates are not trusted. Others may change ${path} (mode 0666), ` +
      `and with it whom Lanekeeper trusts. Ask IT to run: chmod go-w '${path}'.`,
  )
  const shared = textFor({ kind: 'writable-by-others', path: '/tmp', mode: '1777', owner: 0 })
  expect(shared).toContain('Ask IT to move the file')
  expect(shared).not.toContain('chmod')
  const home = textFor({ kind: 'foreign-folder', path: '/home/bob', mode: '0755', owner: 1001 })
  expect(home).toContain('/home/bob belongs to another account (user 1001, mode 0755). Ask IT to move the file')
  expect(home).not.toContain('chown')
  const foreign = textFor({ kind: 'foreign-owner', path: "/srv/IT's", mode: '0755', owner: 1001 })
  expect(foreign).toContain("/srv/IT's belongs to another account (user 1001, mode 0755).")
  expect(foreign).toContain(String.raw`chown root '/srv/IT'\''s'.`)
})

test('The command that closes a readable token quotes its path for a shell', () => {
  expect(describeNotice({ code: 'token-readable', path: "/home/Nora's desk/desk.json" })).toContain(
    String.raw`chmod 600 '/home/Nora'\''s desk/desk.json'.`,
  )
})

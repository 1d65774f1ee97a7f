import { expect, test } from 'vitest'
import { parseHubOptions, usageOf } from '../../../../electron/hub/options.ts'
import { describeProblem } from '../../../../electron/hub/problems.ts'
import { nameKey } from '../../../../shared/desk/desk-name.ts'

const parse = (...args: readonly string[]) => parseHubOptions(args, { cwd: '/desk', defaultFolder: '/hub' })
const INIT = ['init', '--name', 'Midlothian Honda', '--address', '192.168.10.5'] as const

test('An init takes the usual port, folder and binaries unless others are given', () => {
  const usual = {
    verb: 'init',
    folder: '/hub',
    rooftop: 'Midlothian Honda',
    address: '192.168.10.5',
    port: 5432,
    binaries: null,
  }
  expect(parse(...INIT)).toEqual({ ok: true, value: usual })
  expect(parse(...INIT, '--port', '6000', '--folder', 'board', '--binaries', '/opt/pg/bin')).toEqual({
    ok: true,
    value: { ...usual, port: 6000, folder: '/desk/board', binaries: '/opt/pg/bin' },
  })
})

test('A name is kept in NFC with single spaces', () => {
  expect(parse('invite', '  Bu\u0308ro   Ost ')).toMatchObject({ value: { name: 'Büro Ost' } })
  expect(parse('invite', '🚗'.repeat(60)).ok).toBe(true)
  expect(nameKey('BÜRO')).toBe(nameKey('büro'))
})

test('A forget takes one reference, without the blanks around', () => {
  expect(parse('forget', ' RO 8 LK-7Q2M4X9KDTC ')).toMatchObject({
    ok: true,
    value: { verb: 'forget', folder: '/hub', reference: 'RO 8 LK-7Q2M4X9KDTC' },
  })
})

test.for([
  [[], 'Say what to do'],
  [['drop'], 'Say what to do'],
  [['init'], 'init needs --name'],
  [['init', '--name', 'x'], 'init needs --address'],
  [[...INIT, '--port', '80'], '--port must be a number from 1024 to 65535.'],
  [[...INIT, '--port', '5432x'], '--port must be a number'],
  [[...INIT, 'extra'], 'init takes no name.'],
  [[...INIT, '--json'], 'init has no option --json.'],
  [[...INIT, '--nonsense'], "Unknown option '--nonsense'"],
  [['invite'], 'invite takes one name. Put a name with spaces in quotes.'],
  [['invite', 'Desk', '4'], 'invite takes one name.'],
  [['forget'], 'forget takes one reference.'],
  [['check', '--out', 'x'], 'check has no option --out.'],
] as const)('The arguments %j are refused with the usage', ([args, mistake]) => {
  const read = parse(...args)
  expect(read).toMatchObject({
    ok: false,
    problem: { code: 'usage', mistake: expect.stringContaining(mistake) as string },
  })
})

test.for(['', ' ', 'x'.repeat(61), 'a\nb', 'a\tb', 'a\u202eb', '\ud800'])('The name %j is refused', (name) => {
  expect(parse('invite', name)).toEqual({ ok: false, problem: { code: 'name-invalid' } })
  expect(parse('init', '--name', name, '--address', '192.168.10.5')).toEqual({
    ok: false,
    problem: { code: 'name-invalid' },
  })
})

test.for(['0.0.0.0', '192.168.10', 'hub.example', '::1', '999.1.1.1'])('The address %j is refused', (address) => {
  const read = parse('init', '--name', 'x', '--address', address)
  expect(read).toEqual({ ok: false, problem: { code: 'address-invalid', address } })
  if (!read.ok) expect(describeProblem(read.problem)).toContain('Give the address of this computer')
})

test('The usage names the server for pilots in a checkout alone', () => {
  expect(usageOf('npm run -s hub --')).toMatch(/^npm run -s hub -- init .* \[--binaries DIR\] \[--pilot\]$/m)
  expect(usageOf('lanekeeper --hub')).not.toContain('--pilot')
})

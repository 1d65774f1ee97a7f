import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { restrictFiles, restrictFolder, rightsProblem } from '../../../electron/platform/file-rights.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'
import { describeNotice } from '../../../renderer/app/text/notice-text.ts'
import { openDesk } from '../../../electron/desk/desk.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { writeDeskFile } from '../../support/builders/settings-file.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

/* Rules W5 and W18 of the second look at security: only files that nobody else can change are believed (POSIX). */

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const PROVIDER = { address: 'https://provider.example', token: 'for-the-desk' }

/** A data folder with a settings file of these modes. */
function settingsFile({ file = 0o600, folder = 0o700 }): string {
  const home = temporaryFolder()
  writeDeskFile(home, PROVIDER)
  chmodSync(join(home, 'desk.json'), file)
  chmodSync(home, folder)
  return home
}

/** A folder of this mode with nothing in it. */
function emptyFolder(mode: number): string {
  const folder = temporaryFolder()
  chmodSync(folder, mode)
  return folder
}

async function open(folder: string, config: string | null = null) {
  const opened = await openDesk({
    folder,
    config,
    cipher: null,
    version: '0.0.0',
    clock: systemClock,
    random: systemRandom,
    ids: systemIds,
    log: () => {},
  })
  if (!opened.ok) return { opened, notices: [], said: describeFailure(opened.failure) }
  const { notices } = opened.value.status()
  await opened.value.close()
  return { opened, notices, said: '' }
}

describe.skipIf(process.platform === 'win32')('A settings file', () => {
  test.for([
    ['0666', { file: 0o666 }],
    ['0664', { file: 0o664 }],
    ['0602', { file: 0o602 }],
  ] as const)('A settings file of mode %s is not used, with the command that mends the mode', async ([mode, modes]) => {
    const folder = settingsFile(modes)
    const file = join(folder, 'desk.json')
    const { opened, said } = await open(folder)
    expect(opened.ok).toBe(false)
    expect(said).toContain(`(mode ${mode})`)
    expect(said).toContain(`chmod go-w '${file}'`)
    chmodSync(file, statSync(file).mode & ~0o022)
    expect((await open(folder)).opened.ok).toBe(true)
  })

  test('A settings file in a folder that others may write is not used', async () => {
    const config = settingsFile({ folder: 0o777 })
    const { said } = await open(temporaryFolder(), join(config, 'desk.json'))
    expect(said).toContain(`chmod go-w '${config}'`)
  })

  test('A symbolic link to a file that others may write is not used', async () => {
    const target = join(settingsFile({ file: 0o666 }), 'desk.json')
    const link = join(temporaryFolder(), 'desk.json')
    symlinkSync(target, link)
    expect((await open(temporaryFolder(), link)).said).toContain(`chmod go-w '${target}'`)
  })

  test('A chain of links through a folder that others may write is not used', async () => {
    const target = join(settingsFile({}), 'desk.json')
    const opened = emptyFolder(0o777)
    symlinkSync(target, join(opened, 'desk.json'))
    const link = join(temporaryFolder(), 'desk.json')
    symlinkSync(join(opened, 'desk.json'), link)
    expect((await open(temporaryFolder(), link)).said).toContain(`chmod go-w '${opened}'`)
    chmodSync(opened, 0o700)
    expect((await open(temporaryFolder(), link)).opened.ok).toBe(true)
  })

  test('A link in place of a folder is not followed out of a folder that others may write, sticky or not', () => {
    for (const mode of [0o777, 0o1777, 0o770]) {
      const opened = emptyFolder(mode)
      const safe = temporaryFolder()
      mkdirSync(join(safe, 'inner'))
      writeFileSync(join(safe, 'desk.json'), '{}')
      symlinkSync(join(safe, 'inner'), join(opened, 'link'))
      const found = { kind: 'writable-by-others', path: opened, mode: mode.toString(8).padStart(4, '0') }
      expect(rightsProblem(`${opened}/link/../desk.json`)).toMatchObject(found)
      const outer = join(temporaryFolder(), 'outer')
      symlinkSync(`${opened}/link`, outer)
      expect(rightsProblem(`${outer}/../desk.json`)).toMatchObject(found)
    }
  })

  test.skipIf(!isRoot)('A chain of links through a folder of another account is not used', () => {
    const target = join(settingsFile({}), 'desk.json')
    const foreign = emptyFolder(0o755)
    chownSync(foreign, NOBODY, NOBODY)
    symlinkSync(target, join(foreign, 'desk.json'))
    const link = join(temporaryFolder(), 'desk.json')
    symlinkSync(relative(dirname(link), join(foreign, 'desk.json')), link)
    expect(rightsProblem(link)).toMatchObject({ kind: 'foreign-folder', path: foreign, owner: NOBODY })
  })

  test('A chain of links through closed folders is used, and a relative path counts like an absolute path', () => {
    const file = join(settingsFile({}), 'desk.json')
    const folder = temporaryFolder()
    symlinkSync(relative(folder, file), join(folder, 'second'))
    symlinkSync('./second', join(folder, 'first'))
    expect(rightsProblem(join(folder, 'first'))).toBeNull()
    expect(rightsProblem(relative(process.cwd(), join(folder, 'first')))).toBeNull()
  })

  test('A circle of links ends with the error of the system', () => {
    const folder = temporaryFolder()
    symlinkSync('other', join(folder, 'desk.json'))
    symlinkSync('desk.json', join(folder, 'other'))
    expect(() => rightsProblem(join(folder, 'desk.json'))).toThrow(expect.objectContaining({ code: 'ELOOP' }))
  })

  test.skipIf(!isRoot)('A settings file of another account is not used', async () => {
    const folder = settingsFile({})
    chownSync(join(folder, 'desk.json'), NOBODY, NOBODY)
    expect((await open(folder)).said).toContain(`belongs to another account (user ${NOBODY}, mode 0600)`)
  })

  test("A settings file of root that others may read is used, as IT's file under /etc is", () => {
    const user = vi.spyOn(process, 'getuid').mockReturnValue(NOBODY)
    expect(rightsProblem('/etc/hostname')).toBeNull()
    user.mockRestore()
  })

  test('A token in a file that others may read is used, with a notice', async () => {
    const folder = settingsFile({ file: 0o644 })
    const { opened, notices } = await open(folder)
    expect(opened.ok).toBe(true)
    const notice = notices.find(({ code }) => code === 'token-readable')
    expect(notice === undefined ? '' : describeNotice(notice)).toContain(`chmod 600 '${join(folder, 'desk.json')}'`)
  })
})

describe.skipIf(process.platform === 'win32')('A data folder', () => {
  test('A data folder that others may open becomes private, with a notice', async () => {
    const folder = join(temporaryFolder(), 'chosen')
    mkdirSync(folder, { mode: 0o755 })
    const { opened, notices } = await open(folder)
    expect(opened.ok).toBe(true)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(notices).toContainEqual({ code: 'folder-restricted', path: folder, mode: '0755' })
    expect((await open(folder)).notices.map(({ code }) => code)).not.toContain('folder-restricted')
  })

  test.skipIf(!isRoot)('A data folder of another account is refused and stays unchanged', async () => {
    const folder = temporaryFolder()
    chownSync(folder, NOBODY, NOBODY)
    chmodSync(folder, 0o755)
    const { opened, said } = await open(folder)
    expect(opened.ok).toBe(false)
    expect(said).toContain('the folder belongs to another account')
    expect(statSync(folder)).toMatchObject({ uid: NOBODY, mode: 0o40755 })
  })

  test('Existing files become private, and a link and its target stay as they are', () => {
    const folder = temporaryFolder()
    const [log, target, link] = ['desk.log', 'target', 'link'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const file of [log, target]) writeFileSync(file, 'x', { mode: 0o644 })
    symlinkSync(target, link)
    restrictFiles([log, link, join(folder, 'missing')])
    expect([log, target].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o644])
    expect(readFileSync(link, 'utf8')).toBe('x')
    expect(restrictFolder(join(folder, 'missing'))).toBeNull()
  })
})

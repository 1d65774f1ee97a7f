import { describe, expect, test } from 'vitest'
import { openSettings, type DeskSettings } from '../../../electron/settings/desk-settings.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { openStore } from '../../../electron/store/store.ts'
import { writeDeskFile } from '../../support/builders/settings-file.ts'
import { recordFacts } from '../../support/builders/event-recorder.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

const ADDRESS = 'https://provider.example'
const OTHER = 'https://evil.example'

/** Starts the settings of the folder, looks, and closes again. */
function start<T>(folder: string, look: (settings: DeskSettings) => T): T {
  const store = valueOf(openStore(folder, 'desk'))
  try {
    return look(
      valueOf(openSettings({ folder, config: null, cipher: null, log: recordFacts().log, clock: systemClock }, store)),
    )
  } finally {
    store.close()
  }
}

const changes = (settings: DeskSettings) => settings.notices().filter(({ code }) => code === 'file-change')

describe('A settings file that changes what the desk trusts', () => {
  test('Another provider is told at each start until a person has seen the notice', () => {
    const folder = temporaryFolder()
    writeDeskFile(folder, { address: ADDRESS, token: 'one' })
    expect(start(folder, changes)).toEqual([])
    writeDeskFile(folder, { address: OTHER, token: 'two' })
    const told = [{ code: 'file-change', path: expect.stringContaining('desk.json') as string, address: OTHER }]
    expect(start(folder, changes)).toEqual(told)
    expect(start(folder, changes)).toEqual(told)
    start(folder, (settings) => {
      valueOf(settings.markFileChangeSeen())
      expect(changes(settings)).toEqual([])
    })
    expect(start(folder, changes)).toEqual([])
  })

  test('A further link host is told, and an unchanged file is not', () => {
    const folder = temporaryFolder()
    writeDeskFile(folder, { address: ADDRESS, token: 'one' })
    start(folder, changes)
    writeDeskFile(folder, { address: ADDRESS, token: 'one', linkHosts: ['evil.example'] })
    expect(start(folder, changes)).toMatchObject([{ code: 'file-change', address: ADDRESS }])
    start(folder, (settings) => valueOf(settings.markFileChangeSeen()))
    writeDeskFile(folder, { address: ADDRESS, token: 'one', linkHosts: ['evil.example'] })
    expect(start(folder, changes)).toEqual([])
  })

  test('A change on the settings screen gives no such notice, because a person made the change', () => {
    const folder = temporaryFolder()
    start(folder, (settings) => {
      const provider = {
        address: OTHER,
        profile: 'baseline',
        clientId: null,
        rooftopNumber: null,
        payerNumber: null,
        linkHosts: [],
      } as const
      const change = {
        provider: { ...provider, name: null, phone: null, caFile: null, token: 'one' },
        rooftop: settings.rooftop(),
      }
      valueOf(settings.keep(valueOf(settings.plan(change))))
    })
    expect(start(folder, changes)).toEqual([])
  })
})

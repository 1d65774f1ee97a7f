import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSettings, type DeskSettings, type SettingsOptions } from '../../../electron/settings/desk-settings.ts'
import { removeToken } from '../../../electron/settings/settings-file.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { openStore } from '../../../electron/store/store.ts'
import { createBookingService } from '../../../electron/bookings/service.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { BASELINE, FILE_ROOFTOP, writeDeskFile } from '../../support/builders/settings-file.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { recordFacts } from '../../support/builders/event-recorder.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { asOrdinaryUser } from '../../support/fixtures/low-privilege-user.ts'
import { testCipher } from '../../support/fakes/secret-store.ts'
import { countingIds, virtualClock } from '../../support/fakes/system.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'
import { describeNotice } from '../../../renderer/app/text/notice-text.ts'
import type { Failure } from '../../../shared/result.ts'
import type { Notice } from '../../../shared/desk/settings.ts'

/** A refusal and the first notice, in the words of the window. */
const messageOf = (refusal: Failure | null | undefined) => (refusal ? describeFailure(refusal) : '')
const words = (settings: { notices(): readonly Notice[] }) => settings.notices().map(describeNotice)[0] ?? ''

const ADDRESS = 'https://provider.example'
const TOKEN = 'canary-6f1d0c'
const ROOFTOP = {
  ...FILE_ROOFTOP,
  address: { name: 'Lot', addressTwo: null, ...FILE_ROOFTOP.address },
  contact: null,
  noticeMinutes: 60,
  marginMinutes: 30,
  tripLimit: null,
}

/** Settings opened as at a start, in a profile that can be opened again. */
function profile() {
  const folder = temporaryFolder()
  const facts = recordFacts()
  return {
    folder,
    facts,
    file: join(folder, 'desk.json'),
    open(more: Partial<SettingsOptions> = {}) {
      const store = valueOf(openStore(folder, 'desk'))
      const opened = openSettings(
        { folder, config: null, cipher: null, log: facts.log, clock: systemClock, ...more },
        store,
      )
      if (!opened.ok) store.close()
      return { opened, end: () => store.close() }
    },
    /** Opens, looks, and closes again. */
    start<T>(look: (settings: DeskSettings) => T, more: Partial<SettingsOptions> = {}): T {
      const { opened, end } = this.open(more)
      try {
        return look(valueOf(opened))
      } finally {
        if (opened.ok) end()
      }
    },
    refusal(more: Partial<SettingsOptions> = {}) {
      const { opened, end } = this.open(more)
      if (!opened.ok) return opened.failure
      end()
      return null
    },
  }
}

const HOPDRIVE = { profile: 'hopdrive' } as const

describe('A first start', () => {
  test('A first start without a settings file opens the desk for practice', () => {
    const at = profile()
    at.start((settings) => {
      expect(settings.now()).toEqual({ provider: null, rooftop: null })
      expect(settings.rooftop()).toEqual(PRACTICE_ROOFTOP)
      expect(settings.view()).toMatchObject({ file: null, setByFile: [], token: 'missing' })
      expect(settings.notices()).toEqual([])
    })
  })

  test('A first start with a file takes its values and shows which values the file sets', () => {
    const at = profile()
    writeDeskFile(at.folder, { address: `${ADDRESS}/v1/`, token: TOKEN })
    at.start((settings) => {
      expect(settings.now()).toMatchObject({
        provider: { address: ADDRESS, ...BASELINE },
        rooftop: { name: 'Lakeside Auto' },
      })
      expect(settings.view()).toMatchObject({
        file: at.file,
        // The token is still in the file, because there is no vault.
        setByFile: ['provider.address', 'provider.token', 'rooftop.name', 'rooftop.address', 'rooftop.zone'],
      })
    })
  })

  test('A first start with an unusable file fails and names each bad key', () => {
    const at = profile()
    writeFileSync(at.file, JSON.stringify({ provider: { adress: ADDRESS }, rooftop: { zone: 'Eastern' } }))
    const refusal = at.refusal()
    expect(refusal?.code).toBe('invalid')
    expect(messageOf(refusal)).toContain(at.file)
    expect(messageOf(refusal)).toContain('provider.adress')
    expect(messageOf(refusal)).toContain('rooftop.zone')
    expect(at.refusal()).not.toBeNull()
  })

  test.for([
    ['a missing comma', '{"provider": {"token": "canary-6f1d0c" "address": 1}}', 'not valid JSON'],
    ['no content', '', 'not valid JSON'],
    ['two bytes a letter', '\u0000{\u0000}', 'UTF-8'],
    [
      'a doubled key',
      '{"provider": {"token": "canary-6f1d0c"}, "provider": {"address": "https://x.example"}}',
      'provider: This key',
    ],
    [
      'a doubled escaped key',
      '{"provider": {"\\u0074oken": "canary-6f1d0c", "token": "b"}}',
      'provider.token: This key',
    ],
    [
      'a doubled nested key',
      '{"rooftop": {"name": "a", "address": {"zip": "1", "zip": "2"}, "name": "b"}}',
      'rooftop.address.zip: This key',
    ],
    [
      'forty unknown keys',
      `{"a": 1, ${Array.from({ length: 40 }, (_, at) => `"k${at}": 1`).join(', ')}}`,
      'And 33 more.',
    ],
    ['too many bytes', `{"provider": {}, ${' '.repeat(70_000)}"rooftop": {}}`, 'too long'],
  ])('A first start with a file of %s says what is wrong and does not quote the file', ([, text = '', said = '']) => {
    const at = profile()
    writeFileSync(at.file, text)
    expect(messageOf(at.refusal())).toContain(said)
    expect(messageOf(at.refusal())).not.toContain('canary')
  })

  test('A first start with `--config` reads only that file, and fails when the file is missing', () => {
    const at = profile()
    writeDeskFile(at.folder, { address: 'https://unused.example', token: TOKEN })
    const other = temporaryFolder()
    const config = writeDeskFile(other, { address: ADDRESS, token: TOKEN })
    at.start((settings) => expect(settings.now().provider?.address).toBe(ADDRESS), { config })
    expect(at.refusal({ config: join(other, 'none.json') })).toBeNull()
    expect(messageOf(profile().refusal({ config: join(other, 'none.json') }))).toContain('does not exist')
  })

  test('A first start with a folder, a pipe or a broken link as its file fails with words', () => {
    for (const make of ['mkdir', 'mkfifo']) {
      const at = profile()
      execFileSync(make, [at.file])
      expect(messageOf(at.refusal())).toContain('It is not a file')
    }
    const linked = profile()
    symlinkSync(join(linked.folder, 'nowhere.json'), linked.file)
    expect(messageOf(linked.refusal())).toContain('does not exist')
  })

  test('A first start reads a file that an editor on Windows wrote', () => {
    const at = profile()
    writeDeskFile(at.folder, { address: ADDRESS, token: TOKEN })
    writeFileSync(at.file, `\ufeff${readFileSync(at.file, 'utf8').replaceAll(',', ',\r\n')}`)
    at.start((settings) => expect(settings.now().provider?.address).toBe(ADDRESS))
  })
})

describe('A later start', () => {
  const live = () => {
    const at = profile()
    writeDeskFile(at.folder, { address: ADDRESS, token: TOKEN })
    at.start(() => {})
    return at
  }

  test('A later start with an empty file keeps the earlier values and lets them be changed', () => {
    const at = live()
    writeFileSync(at.file, '{}')
    at.start((settings) => {
      expect(settings.now()).toMatchObject({ provider: { address: ADDRESS }, rooftop: { name: 'Lakeside Auto' } })
      expect(settings.view().setByFile).toEqual([])
    })
  })

  test('A later start with an unusable file works as before and shows a notice', () => {
    const at = live()
    writeFileSync(at.file, '{"provider": {"address": "http://provider.example"}}')
    at.start((settings) => {
      expect(settings.now().provider?.address).toBe(ADDRESS)
      expect(settings.notices().map((notice) => notice.code)).toEqual(['file-refused'])
      expect(words(settings)).toContain('provider.address')
    })
  })

  test('A later start keeps the old provider until its bookings are settled, and says so until then', () => {
    const at = live()
    writeFileSync(at.file, '{}')
    const { opened, end } = at.open()
    valueOf(opened)
    end()
    const store = valueOf(openStore(at.folder, 'desk'))
    const clock = virtualClock()
    const moves = createBookingService({
      store,
      remote: { address: ADDRESS, ...BASELINE },
      rooftop: () => PRACTICE_ROOFTOP,
      defaultPayer: () => null,
      miles: () => null,
      clock,
      ids: countingIds(),
      log: at.facts.log,
      wake: () => {},
      msSinceLastSend: () => 0,
    })
    const booked = valueOf(moves.bookMove(pairBooking(1)))
    writeDeskFile(at.folder, { address: 'https://other.example', token: 'for-the-other' })
    const settings = valueOf(
      openSettings({ folder: at.folder, config: null, cipher: null, log: at.facts.log, clock: systemClock }, store),
    )
    expect(settings.now().provider?.address).toBe(ADDRESS)
    expect(settings.token('https://other.example')).toBeNull()
    expect(words(settings)).toContain('1 not sent')
    expect(words(settings)).toContain('its API token or client secret stays in the file')
    valueOf(moves.withdrawBooking(booked.id))
    expect(words(settings)).toContain('Nothing is open anymore')
    const other = { address: 'https://other.example', ...BASELINE, token: 'for-the-other' } as const
    valueOf(settings.keep(valueOf(settings.plan({ provider: other, rooftop: ROOFTOP }))))
    expect(settings.notices().map((notice) => notice.code)).not.toContain('provider-kept')
    store.close()
  })

  test('A later start with a locked vault lets the rooftop be changed', () => {
    const at = live()
    writeFileSync(at.file, '{}')
    at.start((settings) => {
      const provider = { address: ADDRESS, ...BASELINE, token: null } as const
      valueOf(settings.keep(valueOf(settings.plan({ provider, rooftop: { ...ROOFTOP, name: 'Other' } }))))
      expect(settings.rooftop().name).toBe('Other')
    })
  })

  test('A later start of a practice desk with an unusable file fails', () => {
    const at = profile()
    at.start(() => {})
    writeFileSync(at.file, '{"provider": {"address": "http://provider.example"}}')
    expect(messageOf(at.refusal())).toContain('provider.address')
  })

  test('The file wins over the screen, at once and at the next start', () => {
    const at = profile()
    writeFileSync(at.file, JSON.stringify({ rooftop: { ...FILE_ROOFTOP, noticeMinutes: 45 } }))
    at.start((settings) => {
      const planned = valueOf(
        settings.plan({ provider: null, rooftop: { ...ROOFTOP, name: 'Other', noticeMinutes: 10, contact: 'Ines' } }),
      )
      expect(planned.settings.rooftop).toMatchObject({ name: 'Lakeside Auto', noticeMinutes: 45, contact: 'Ines' })
      valueOf(settings.keep(planned))
    })
    at.start((settings) =>
      expect(settings.rooftop()).toMatchObject({ name: 'Lakeside Auto', noticeMinutes: 45, contact: 'Ines' }),
    )
  })
})

describe('The profile of practice', () => {
  test('The profile of practice is kept by a change that does not name it, and is absent until somebody chooses', () => {
    const at = profile()
    at.start((settings) => {
      expect(settings.now().practice).toBeUndefined()
      const planned = settings.plan({ provider: null, rooftop: ROOFTOP, practice: { profile: 'hopdrive' } })
      valueOf(settings.keep(valueOf(planned)))
      valueOf(settings.keep(valueOf(settings.plan({ provider: null, rooftop: null }))))
    })
    at.start((settings) => expect(settings.now()).toEqual({ provider: null, rooftop: null, practice: HOPDRIVE }))
  })

  test('The profile of practice is locked by a settings file that names it', () => {
    const at = profile()
    writeFileSync(at.file, JSON.stringify({ practice: HOPDRIVE }))
    at.start((settings) => {
      expect(settings.view()).toMatchObject({ practice: HOPDRIVE, setByFile: ['practice.profile'] })
      const planned = settings.plan({ provider: null, rooftop: null, practice: { profile: 'baseline' } })
      expect(valueOf(planned).settings.practice).toEqual(HOPDRIVE)
    })
  })
})

describe('The token', () => {
  const withToken = (more: object = {}) => {
    const at = profile()
    writeDeskFile(at.folder, { address: ADDRESS, token: TOKEN }, more)
    return at
  }

  test('The token goes into the vault and out of the file, whose other settings stay', () => {
    const at = withToken()
    chmodSync(at.file, 0o640)
    const cipher = testCipher()
    at.start(
      (settings) => {
        expect(settings.token(ADDRESS)).toBe(TOKEN)
        expect(settings.view()).toMatchObject({ token: 'secret-store', hasSecretStore: true })
        expect(settings.notices()).toEqual([{ code: 'token-readable', path: at.file }])
      },
      { cipher },
    )
    expect(JSON.parse(readFileSync(at.file, 'utf8'))).toEqual({ provider: { address: ADDRESS }, rooftop: FILE_ROOFTOP })
    at.start((settings) => expect(settings.token(ADDRESS)).toBe(TOKEN), { cipher })
    for (const name of readdirSync(at.folder)) {
      expect(readFileSync(join(at.folder, name), 'latin1')).not.toContain(TOKEN)
    }
    expect(JSON.stringify(at.facts.all)).not.toContain('canary')
  })

  test('The token is removed from the file behind a link', () => {
    const at = profile()
    const elsewhere = temporaryFolder()
    const real = writeDeskFile(elsewhere, { address: ADDRESS, token: TOKEN })
    symlinkSync(real, at.file)
    at.start(() => {}, { cipher: testCipher() })
    expect(readFileSync(real, 'utf8')).not.toContain(TOKEN)
    expect(readFileSync(at.file, 'utf8')).toBe(readFileSync(real, 'utf8'))
  })

  test('The token stays in a file that cannot be written, and a notice warns the user', () => {
    const at = profile()
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    const config = writeDeskFile(folder, { address: ADDRESS, token: TOKEN })
    chmodSync(config, 0o644)
    const before = readFileSync(config, 'utf8')
    const store = valueOf(openStore(at.folder, 'desk'))
    const settings = asOrdinaryUser([at.folder], () =>
      valueOf(
        openSettings({ folder: at.folder, config, cipher: testCipher(), log: at.facts.log, clock: systemClock }, store),
      ),
    )
    expect(settings.token(ADDRESS)).toBe(TOKEN)
    expect(settings.view()).toMatchObject({ token: 'secret-store' })
    expect(settings.notices()).toMatchObject([{ code: 'token-readable' }, { code: 'token-in-file' }])
    expect(words(settings)).toContain(config)
    expect(JSON.stringify(settings.notices())).not.toContain(TOKEN)
    expect(readFileSync(config, 'utf8')).toBe(before)
    store.close()
  })

  test('The token stays in a read-only file although its folder is writable', () => {
    const folder = temporaryFolder()
    const config = writeDeskFile(folder, { address: ADDRESS, token: TOKEN })
    chmodSync(config, 0o444)
    expect(asOrdinaryUser([folder], () => removeToken(config, TOKEN))).toBe(false)
    expect(readFileSync(config, 'utf8')).toContain(TOKEN)
  })

  test('The token is removed from a writable file in a read-only folder', () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    const config = writeDeskFile(folder, { address: ADDRESS, token: TOKEN })
    chmodSync(config, 0o666)
    expect(asOrdinaryUser([], () => removeToken(config, TOKEN))).toBe(true)
    expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({ provider: { address: ADDRESS }, rooftop: FILE_ROOFTOP })
  })

  test('A newer token in the file is left for the next start', () => {
    const at = withToken()
    writeDeskFile(at.folder, { address: 'https://other.example', token: 'newer' })
    const before = readFileSync(at.file, 'utf8')
    expect(removeToken(at.file, TOKEN)).toBe(false)
    expect(readFileSync(at.file, 'utf8')).toBe(before)
  })

  test('The token is removed through a new file, and a link in its place is not followed', () => {
    const at = withToken()
    const precious = join(temporaryFolder(), 'precious')
    writeFileSync(precious, 'keep me', { mode: 0o666 })
    symlinkSync(precious, `${at.file}.lanekeeper-part`)
    symlinkSync(precious, join(at.folder, 'token.encrypted.lanekeeper-part'))
    at.start((settings) => expect(settings.view().token).toBe('secret-store'), { cipher: testCipher() })
    expect(readFileSync(precious, 'utf8')).toBe('keep me')
    expect(lstatSync(at.file).isFile()).toBe(true)
    expect(statSync(join(at.folder, 'token.encrypted')).mode & 0o777).toBe(0o600)
  })

  test('The token without a vault is kept in memory, the file stays unchanged, and a notice tells the user', () => {
    const at = withToken()
    const before = readFileSync(at.file, 'utf8')
    at.start((settings) => {
      expect(settings.token(ADDRESS)).toBe(TOKEN)
      expect(settings.view()).toMatchObject({ token: 'memory', hasSecretStore: false })
      expect(settings.notices()).toMatchObject([{ code: 'token-in-memory' }])
      expect(words(settings)).toContain("can't store")
    })
    expect(readFileSync(at.file, 'utf8')).toBe(before)
    expect(existsSync(join(at.folder, 'token.encrypted'))).toBe(false)
  })

  test('A token that stays in the file wins over a typed one', () => {
    const at = withToken()
    at.start((settings) => {
      const provider = { address: ADDRESS, ...BASELINE, token: 'typed' } as const
      valueOf(settings.keep(valueOf(settings.plan({ provider, rooftop: ROOFTOP }))))
      expect(settings.view().setByFile).toContain('provider.token')
      expect(settings.token(ADDRESS)).toBe(TOKEN)
    })
  })

  test('A token that left the file can be replaced on the screen at once', () => {
    const at = withToken()
    at.start(
      (settings) => {
        const provider = { address: ADDRESS, ...BASELINE, token: 'typed' } as const
        valueOf(settings.keep(valueOf(settings.plan({ provider, rooftop: ROOFTOP }))))
        expect(settings.view().setByFile).not.toContain('provider.token')
        expect(settings.token(ADDRESS)).toBe('typed')
      },
      { cipher: testCipher() },
    )
  })

  test('The token is in neither the view nor the settings nor the notices', () => {
    const at = withToken()
    at.start((settings) => {
      expect(JSON.stringify([settings.view(), settings.now(), settings.notices()])).not.toContain(TOKEN)
    })
  })

  test('A typed token is kept, and a new provider does not get the token of the old one', () => {
    const at = withToken()
    const cipher = testCipher()
    at.start(() => {}, { cipher })
    at.start(
      (settings) => {
        const other = { address: 'https://other.example', ...BASELINE, token: null } as const
        writeFileSync(at.file, '{}')
        const planned = settings.plan({ provider: other, rooftop: ROOFTOP })
        // The file of this start still names the old one, so nothing changes.
        expect(planned).toMatchObject({ ok: true, value: { settings: { provider: { address: ADDRESS } } } })
      },
      { cipher },
    )
    at.start(
      (settings) => {
        const other = { address: 'https://other.example', ...BASELINE } as const
        const without = settings.plan({ provider: { ...other, token: null }, rooftop: ROOFTOP })
        expect(without.ok ? [] : without.failure.issues.map((field) => field.path)).toEqual(['provider.token'])
        const planned = valueOf(settings.plan({ provider: { ...other, token: 'new-one' }, rooftop: ROOFTOP }))
        valueOf(settings.keep(planned))
        expect(settings.token(other.address)).toBe('new-one')
        expect(settings.token(ADDRESS)).toBeNull()
      },
      { cipher },
    )
  })
})

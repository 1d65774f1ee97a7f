import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeskSettings } from '../../../electron/settings/desk-settings.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { createProviderSwitch } from '../../../electron/desk/provider-switch.ts'
import { fail } from '../../../shared/result.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import type { Settings } from '../../../shared/desk/settings.ts'
import { BASELINE } from '../../support/builders/settings-file.ts'
import { openTestStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { recordFacts } from '../../support/builders/event-recorder.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { virtualClock } from '../../support/fakes/system.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'

const PRACTISES: Settings = { provider: null, rooftop: null }
const LIVE: Settings = { provider: { address: 'http://127.0.0.1:9', ...BASELINE }, rooftop: PRACTICE_ROOFTOP }

/** Settings that refuse to be kept, and do `meanwhile` what a failing disk does. */
function stubbornSettings(meanwhile: () => void): DeskSettings {
  return {
    now: () => PRACTISES,
    rooftop: () => PRACTICE_ROOFTOP,
    token: () => null,
    view: () => ({ ...PRACTISES, token: 'missing', hasSecretStore: false, file: null, setByFile: [] }),
    notices: () => [],
    invitation: () => null,
    markFileChangeSeen: () => fail('not-saved', 'settings-not-saved'),
    read: () => fail('not-saved', 'disk-full'),
    plan: () => fail('not-saved', 'disk-full'),
    keep() {
      meanwhile()
      return fail('not-saved', 'settings-not-saved')
    },
  }
}

test('A desk that can neither switch nor go back works again as soon as the disk does', async () => {
  const folder = temporaryFolder()
  const home = { store: openTestStore(folder), intact: Promise.resolve(true), end: () => Promise.resolve() }
  const clock = virtualClock()
  const facts = recordFacts()
  const service = join(folder, 'practice-service.db')
  const settings = stubbornSettings(() => {
    renameSync(service, `${service}.away`)
    mkdirSync(service)
  })
  const arrivals: unknown[] = []
  const work = valueOf(
    await createProviderSwitch(
      { folder, clock, random: systemRandom, ids: systemIds, log: facts.log },
      home,
      settings,
      () => null,
      {
        opened: () => {},
        joined: () => {},
        arrived: () => arrivals.push(work.current()),
      },
    ),
  )
  onTestFinished(() => work.close())
  expect(work.current()).not.toBeNull()

  const gone = await work.switchTo({ settings: LIVE, token: null })
  expect(gone.ok ? '' : describeFailure(gone.failure)).toContain('the disk is full')
  expect(work.current()).toBeNull()
  expect(await work.switchTo({ settings: LIVE, token: null })).toMatchObject({ failure: { code: 'busy' } })

  clock.advance(5_000)
  await facts.next('internal-error', (fact) => fact.place === 'open-session')
  await facts.next('internal-error', (fact) => fact.place === 'open-session')
  expect(work.current()).toBeNull()
  rmdirSync(service)
  renameSync(`${service}.away`, service)
  // The next try is scheduled when the previous one has ended.
  while (clock.pending().length === 0) await Promise.resolve()
  clock.advance(5_000)
  while (arrivals.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(work.current()?.status().practice).toMatchObject({ connection: 'up' })
})

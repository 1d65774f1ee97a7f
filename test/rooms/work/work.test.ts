import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeskSettings } from '../../../electron/settings/open.ts'
import { systemIds, systemRandom } from '../../../electron/system.ts'
import { beginWork } from '../../../electron/work.ts'
import { failed } from '../../../shared/failure.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/rooftop.ts'
import type { Settings } from '../../../shared/settings.ts'
import { BASELINE } from '../../support/desk-file.ts'
import { openTestStore } from '../../support/desk-store.ts'
import { valueOf } from '../../support/desk.ts'
import { recordFacts } from '../../support/facts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { virtualClock } from '../../support/system.ts'

const PRACTISES: Settings = { provider: null, rooftop: null }
const LIVE: Settings = { provider: { address: 'http://127.0.0.1:9', ...BASELINE }, rooftop: PRACTICE_ROOFTOP }

/** Settings that refuse to be kept, and do `meanwhile` what a failing disk does. */
function stubbornSettings(meanwhile: () => void): DeskSettings {
  return {
    now: () => PRACTISES,
    rooftop: () => PRACTICE_ROOFTOP,
    token: () => null,
    view: () => ({ ...PRACTISES, token: 'missing', vault: false, file: null, setByFile: [] }),
    notices: () => [],
    read: () => failed('not-saved', 'unused'),
    plan: () => failed('not-saved', 'unused'),
    keep() {
      meanwhile()
      return failed('not-saved', 'The settings were not saved: the disk is full.')
    },
  }
}

test('a desk that cannot even go back is at work again as soon as the disk lets it', async () => {
  const folder = temporaryFolder()
  const home = { ...openTestStore(folder), sound: Promise.resolve(true), end: () => Promise.resolve() }
  const clock = virtualClock()
  const facts = recordFacts()
  const service = join(folder, 'practice-service.db')
  const settings = stubbornSettings(() => {
    renameSync(service, `${service}.away`)
    mkdirSync(service)
  })
  const arrivals: unknown[] = []
  const work = valueOf(
    await beginWork(
      { folder, clock, random: systemRandom, ids: systemIds, log: facts.log },
      home,
      settings,
      () => null,
      {
        opened: () => {},
        joined: () => {},
        arrived: () => arrivals.push(work.at()),
        damaged: () => {},
      },
    ),
  )
  onTestFinished(() => work.close())
  expect(work.at()).not.toBeNull()

  const gone = await work.goTo({ settings: LIVE, token: null })
  expect(gone.ok ? '' : gone.failure.message).toContain('the disk is full')
  expect(work.at()).toBeNull()
  expect(await work.goTo({ settings: LIVE, token: null })).toMatchObject({ failure: { code: 'busy' } })

  clock.advance(5_000)
  await facts.next('fault', (fact) => fact.place === 'join')
  await facts.next('fault', (fact) => fact.place === 'join')
  expect(work.at()).toBeNull()
  rmdirSync(service)
  renameSync(`${service}.away`, service)
  // The next try is set when the one before it has ended.
  while (clock.pending().length === 0) await Promise.resolve()
  clock.advance(5_000)
  while (arrivals.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(work.at()?.status().practice).toEqual({ link: 'up' })
})

import { expect, test } from 'vitest'
import { createChangeCounter } from '../../../../electron/shell/change-counter.ts'
import { ok, fail } from '../../../../shared/result.ts'

test('A reply takes into account every change that was reported before its handler ran.', async () => {
  const changes = createChangeCounter()
  expect(await changes.reply(() => ok('a'))).toEqual({ ok: true, value: 'a', asOf: 0 })
  changes.count()
  changes.count()
  expect(changes.newest()).toBe(2)
  expect(await changes.reply(() => fail('busy', 'settings-busy'))).toMatchObject({ ok: false, asOf: 2 })
})

test('A reply takes into account the commit of its own handler, and no commit that followed in the same call.', async () => {
  const changes = createChangeCounter()
  const saves = () => {
    changes.count()
    return ok(null)
  }
  expect((await changes.reply(saves)).asOf).toBe(1)
  const savesAndHolds = () => {
    const saved = saves()
    changes.count()
    return saved
  }
  expect((await changes.reply(savesAndHolds)).asOf).toBe(2)
})

test('A reply does not take into account a change that came while its handler waited.', async () => {
  const changes = createChangeCounter()
  const reply = changes.reply(() => Promise.resolve(ok(null)))
  changes.count()
  expect((await reply).asOf).toBe(0)
})

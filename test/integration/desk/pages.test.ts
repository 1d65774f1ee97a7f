import { expect, test } from 'vitest'
import { openTestDesk, providerOf, valueOf } from '../../support/desk/test-desk.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { settingsFor } from '../../support/fakes/hopdrive-practice.ts'

/* Which pages the desk opens: a link comes from outside and could lead anywhere. */

const ANYWHERE = [
  'https://dealer.hopdrive.io.evil.example/moves/7',
  'https://user@dealer.hopdrive.io/moves/7',
  'http://dealer.hopdrive.io/moves/7',
  'https://dealer.hopdrive.io:8443/moves/7',
  'https://evil.example/dealer.hopdrive.io',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '//dealer.hopdrive.io/moves/7',
  '',
]

test('The desk opens the pages of its provider, and the portal’s pages in the profile that names the portal', async () => {
  const provider = 'http://127.0.0.1:9'
  const own = ['http://127.0.0.1:9/track/7', 'http://127.0.0.1:9/']
  const portal = ['https://dealer.hopdrive.io/moves/7', 'https://dealer.socialautotransport.com/moves/7']

  const baseline = await openTestDesk(temporaryFolder(), providerOf(provider))
  expect([...own, ...portal, ...ANYWHERE].filter(baseline.desk.isAllowedUrl)).toEqual(own)

  const hopdrive = await openTestDesk(temporaryFolder())
  valueOf(await hopdrive.desk.changeSettings(settingsFor({ url: provider })))
  expect([...own, ...portal, ...ANYWHERE].filter(hopdrive.desk.isAllowedUrl)).toEqual([...own, ...portal])
})

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

test('A refused link opens once the setting names the host that the refusal named, and no other link has such a host', async () => {
  const { desk } = await openTestDesk(temporaryFolder(), providerOf('http://127.0.0.1:9'))
  const links = ['https://Track.example/m/7', 'https://track.example:8443/m/7', ...ANYWHERE]
  const hosts = links.map((url) => desk.missingLinkHost(url))
  expect(hosts).toEqual([
    'track.example',
    'track.example:8443',
    'dealer.hopdrive.io.evil.example',
    null,
    null,
    'dealer.hopdrive.io:8443',
    'evil.example',
    null,
    null,
    null,
    null,
  ])
  const { provider, rooftop } = valueOf(desk.readSettings())
  if (provider === null) throw new Error('no provider')
  const linkHosts = hosts.filter((host) => host !== null)
  valueOf(await desk.changeSettings({ provider: { ...provider, linkHosts, token: null }, rooftop }))
  expect(links.filter(desk.isAllowedUrl)).toEqual(links.filter((_, at) => hosts[at] !== null))
})

test('A practice desk names no setting for a refused link, because practice follows none', async () => {
  const { desk } = await openTestDesk(temporaryFolder())
  expect(desk.missingLinkHost('https://track.example/m/7')).toBeNull()
})

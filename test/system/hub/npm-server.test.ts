import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { provideHubServer } from '../../../build/hub-server/install.ts'
import { deskConfig, startHub, type StartedHub } from '../../support/hub/hub-command.ts'

let hub: StartedHub
beforeAll(async () => {
  hub = await startHub({ binaries: provideHubServer() })
})
afterAll(() => hub.remove())

test('A hub works on the PostgreSQL 18 that npm carries', async () => {
  const invitation = await hub.invite('Desk 1')
  const client = new pg.Client(deskConfig(invitation))
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version")
  expect(rows[0]?.version).toMatch(/^18\./)
  expect((await hub.run('check')).code).toBe(0)
  const ended = new Promise<void>((done) => client.once('end', done))
  expect((await hub.run('retire', 'Desk 1')).code).toBe(0)
  await ended
})

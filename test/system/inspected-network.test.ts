import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSettings } from '../../shared/desk/settings.ts'
import { describeConnection, describeConnectionTest } from '../../renderer/app/text/connection-text.ts'
import { describeNotice } from '../../renderer/app/text/notice-text.ts'
import { oneWayBooking } from '../support/builders/bookings.ts'
import { BASELINE, FILE_ROOFTOP } from '../support/builders/settings-file.ts'
import { openTestDesk, openTestPractice, valueOf } from '../support/desk/test-desk.ts'
import { createAuthority } from '../support/fakes/certificate-authority.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

/* A network that inspects TLS answers for the provider with a certificate of its own authority. */

test('A desk behind an inspected network names the issuer, and books once IT names the certificate file', async () => {
  const practice = await openTestPractice(temporaryFolder())
  const authority = createAuthority({ isTrusted: false })
  const certificate = authority.certify('lane.test', ['IP:127.0.0.1'])
  const network = await openTestProxy(practice.url, { protocol: 'tcp', certificate })
  const settings = (caFile: string | null) =>
    valueOf(
      parseSettings({
        provider: { ...BASELINE, address: network.url, token: practice.token, caFile },
        rooftop: { ...FILE_ROOFTOP, address: { name: 'Lot', addressTwo: null, ...FILE_ROOFTOP.address } },
      }),
    )
  const { desk, facts } = await openTestDesk(temporaryFolder())
  const tested = valueOf(await desk.testConnection(settings(null)))
  expect(describeConnectionTest(tested)).toContain('is from "Authority of a test", which this computer doesn\'t trust')

  valueOf(await desk.changeSettings(settings(null)))
  valueOf(desk.bookMove(oneWayBooking(1)))
  await facts.next('connection', ({ cause }) => cause === 'unsafe-network')
  const { connection } = desk.status()
  expect(connection.kind === 'down' ? describeConnection(connection) : '').toContain('"Authority of a test"')
  expect(await practice.ledger()).toEqual([])

  const missing = join(temporaryFolder(), 'roots.pem')
  const untrusted = valueOf(await desk.testConnection(settings(missing)))
  expect(describeConnectionTest(untrusted)).toContain(`The certificate file ${missing} can't be read`)
  valueOf(await desk.changeSettings(settings(missing)))
  expect(desk.status().notices).toContainEqual({ code: 'ca-file-unusable', path: missing, problem: 'unreadable' })

  if (process.platform !== 'win32') {
    chmodSync(authority.file, 0o666)
    valueOf(await desk.changeSettings(settings(authority.file)))
    expect(desk.status().notices.map(describeNotice).join()).toContain(`chmod go-w '${authority.file}'`)
    const retested = valueOf(await desk.testConnection(settings(authority.file)))
    expect(describeConnectionTest(retested)).toContain("which this computer doesn't trust")
    expect(describeConnectionTest(retested)).toContain(`chmod go-w '${authority.file}'`)
    chmodSync(authority.file, 0o600)
  }

  const sent = facts.next('send-settled')
  valueOf(await desk.changeSettings(settings(authority.file)))
  desk.checkConnection()
  await sent
  expect(desk.status().notices.map(({ code }) => code)).not.toContain('ca-file-unusable')
  expect(await practice.ledger()).toHaveLength(1)
})

import { join } from 'node:path'
import { nameKey } from '../../shared/desk/desk-name.ts'
import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { certificateEnd, issueCertificate } from './authority.ts'
import { hubPaths, readAuthority, readHubSettings, writeNewPrivateFile } from './folder.ts'
import { refuse, type HubResult } from './problems.ts'
import { randomText } from './random-text.ts'
import { sqlState, withOperator } from './session.ts'

/** How long an invitation may be taken. */
const TAKE_MINUTES = 60
const ROLE_LENGTH = 12
const UNIQUE_VIOLATION = '23505'

/** What a desk needs to join the board, as one JSON file. It holds the desk's private key. */
export type Invitation = {
  readonly kind: 'lanekeeper-board-invitation'
  readonly version: 1
  readonly hub: {
    readonly id: string
    readonly rooftop: string
    readonly address: string
    readonly port: number
    readonly database: 'board'
    /** The certificate of the rooftop's authority (PEM), which the desk trusts for the hub and nothing else. */
    readonly authority: string
  }
  readonly desk: { readonly name: string; readonly role: string; readonly certificate: string; readonly key: string }
  /** A desk does not take the invitation after this time. */
  readonly takeBy: UtcInstant
}

/** Makes the role and the certificate of a desk, and writes its invitation. Returns the path of the file. */
export async function inviteDesk(
  { folder, name, out }: { readonly folder: string; readonly name: string; readonly out: string | null },
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<HubResult<{ readonly file: string }>> {
  const settings = readHubSettings(folder)
  if (!settings.ok) return settings
  const paths = hubPaths(folder)
  let authority
  try {
    authority = readAuthority(paths)
  } catch {
    return refuse({ code: 'no-rights', path: paths.authority })
  }
  const now = clock.now()
  const role = `desk_${randomText(random, ROLE_LENGTH)}`
  const issued = await issueCertificate(authority, { commonName: role, server: null, now })
  const { hubId, rooftop, address, port } = settings.value
  const takeBy = addMinutes(now, TAKE_MINUTES)
  const invitation: Invitation = {
    kind: 'lanekeeper-board-invitation',
    version: 1,
    hub: { id: hubId, rooftop, address, port, database: 'board', authority: authority.certificate },
    desk: { name, role, ...issued },
    takeBy,
  }
  const file = out ?? join(paths.invitations, `${fileNameOf(name)}-${role.slice(-4)}.json`)
  const asked = await withOperator(settings.value, paths, async ({ client }): Promise<HubResult<null>> => {
    await client.query('BEGIN')
    try {
      const values = [role, name, nameKey(name), takeBy, certificateEnd(issued.certificate)]
      await client.query('SELECT hub_admin.invite($1, $2, $3, $4, $5)', values)
    } catch (error) {
      await client.query('ROLLBACK')
      if (sqlState(error) === UNIQUE_VIOLATION) return refuse({ code: 'name-taken', name })
      throw error
    }
    const written = writeNewPrivateFile(file, `${JSON.stringify(invitation, null, 2)}\n`)
    await client.query(written.ok ? 'COMMIT' : 'ROLLBACK')
    return written
  })
  if (!asked.ok) return asked
  return asked.value.ok ? { ok: true, value: { file } } : asked.value
}

/** Returns a file name that every system allows: letters, digits and hyphens. */
function fileNameOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'desk'
}

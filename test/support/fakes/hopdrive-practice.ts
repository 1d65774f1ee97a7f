import type { PracticeOptions } from '../../../electron/practice/service.ts'
import type { SettingsChange } from '../../../shared/desk/settings.ts'
import { FILE_ROOFTOP } from '../builders/settings-file.ts'
import { openTestPractice, type TestPractice } from '../desk/test-desk.ts'
import { CLIENT, doorsOf, type Doors } from './practice-controls.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

/** A practice service of the profile `hopdrive`, and the settings of a desk for that service. */

export type HopdrivePractice = TestPractice & Doors

export async function openHopdrive(more: Partial<PracticeOptions> = {}): Promise<HopdrivePractice> {
  const service = await openTestPractice(temporaryFolder(), { profile: 'hopdrive', client: CLIENT, ...more })
  return { ...service, ...doorsOf(service) }
}

export function settingsFor({ url }: { readonly url: string }, secret = CLIENT.secret): SettingsChange {
  const provider = {
    address: url,
    profile: 'hopdrive',
    clientId: CLIENT.id,
    rooftopNumber: 42,
    payerNumber: null,
    linkHosts: [] as readonly string[],
    name: null,
    phone: null,
    caFile: null,
  } as const
  const address = { name: 'Lot', addressTwo: null, ...FILE_ROOFTOP.address }
  return {
    provider: { ...provider, token: secret },
    rooftop: { ...FILE_ROOFTOP, address, contact: null, noticeMinutes: 60, marginMinutes: 30, tripLimit: null },
  }
}

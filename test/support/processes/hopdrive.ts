import { join } from 'node:path'
import { writeDeskFile } from '../builders/settings-file.ts'
import { CLIENT, doorsOf, MANUAL_HOPDRIVE, type Doors } from '../fakes/practice-controls.ts'
import { BUILT_PRACTICE, startPracticeProcess } from './processes.ts'
import { newProfile, removeProfile } from '../page/window.ts'

export type HopdriveProcess = Doors & { readonly url: string; readonly token: string; end(): Promise<void> }

/**
 * Starts a practice service of the profile `hopdrive` in a process of its own, with a manual driver and manual
 * decisions, and sets up the desk of the data folder for that service.
 */
export async function startHopdrive(profile: string): Promise<HopdriveProcess> {
  const folder = newProfile()
  const service = await startPracticeProcess(join(folder, 'hop.db'), { script: BUILT_PRACTICE, more: MANUAL_HOPDRIVE })
  writeDeskFile(profile, { address: service.url, profile: 'hopdrive', clientId: CLIENT.id, token: CLIENT.secret })
  return {
    ...doorsOf(service),
    url: service.url,
    token: service.token,
    async end() {
      await service.end()
      removeProfile(folder)
    },
  }
}

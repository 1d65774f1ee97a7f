import type { SecretCipher } from '../settings/token-store.ts'
import type { MigrationOptions } from '../store/maintenance/migration.ts'
import type { SessionOptions } from './provider-session.ts'

export type DeskOptions = SessionOptions &
  MigrationOptions & {
    readonly version: string
    /** The operating system's secret store; null where there is none. */
    readonly cipher: SecretCipher | null
    /** Path of a settings file that must exist; null for `desk.json` in the folder, which may be missing. */
    readonly config: string | null
    /** Kind of the network share that holds the folder; null or absent for a disk of this machine. */
    readonly share?: string | null
    /** True if the desk restarted itself after a fault. */
    readonly restarted?: boolean
  }

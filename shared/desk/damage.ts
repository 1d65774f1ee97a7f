import type { UtcInstant } from '../time/time.ts'

/* The damage of a store and the result of its recovery, for the window. */

/** The files that may be damaged: bookings for providers, practice bookings, and the practice service's own file. */
export type DamagedStore = 'desk' | 'practice-desk' | 'practice-service'

/** The damage of a store, which is still unchanged. */
export type Damage = {
  readonly store: DamagedStore
  readonly kind:
    /** The file is missing or empty, and its backups prove that it was not. */
    | 'missing'
    /** The file is no database, or cannot be read to its end. */
    | 'unreadable'
    /** The file is intact and lacks saved bookings, because a part was lost or an older file was put in its place. */
    | 'behind'
  /** When the newest backup was made, or null. */
  readonly copiedAt: UtcInstant | null
  /** The journal contains the bookings saved since the backup. */
  readonly journal: boolean
}

/** The result of a recovery. */
export type RecoveryReport = {
  readonly store: DamagedStore
  readonly bookings: number
  /** The recovered bookings in doubt, because their sending can be neither proved nor excluded. */
  readonly doubt: number
  /** The recovered bookings that are held, because the window may have shown "Not saved" for them. */
  readonly held: number
  /** How many backups and journal pieces could not be read. */
  readonly unreadable: number
  /** The new names of the quarantined files in the data folder. */
  readonly kept: readonly string[]
}

const NAMES: Readonly<Record<DamagedStore, string>> = {
  desk: 'The bookings on this PC',
  'practice-desk': 'The practice bookings on this PC',
  'practice-service': 'The practice service’s own records',
}

/** The damage as one sentence. */
export function describeDamage({ store, kind }: Damage): string {
  switch (kind) {
    case 'missing':
      return `${NAMES[store]} are not where Lanekeeper keeps them: the file is missing or empty.`
    case 'unreadable':
      return `${NAMES[store]} cannot be read: their file is damaged.`
    case 'behind':
      return `${NAMES[store]} are not the newest: bookings that were saved are missing from their file.`
    default:
      return kind satisfies never
  }
}

const count = (number: number, one: string, more: string) => (number === 1 ? `1 ${one}` : `${number} ${more}`)

/** The result of the recovery in sentences, the most important first. */
export function describeRecovery({ store, bookings, doubt, held, unreadable }: RecoveryReport): readonly string[] {
  if (store === 'practice-service')
    return ['The practice service begins anew: it knows none of the moves booked before.']
  return [
    `${count(bookings, 'booking was', 'bookings were')} brought back.`,
    ...(doubt === 0
      ? []
      : [
          `${doubt} of them may be booked: look for “May be booked” in Lookup, and ask the provider before you book anything of it again.`,
        ]),
    ...(held === 0
      ? []
      : [
          `${count(held, 'was', 'were')} just being saved when Lanekeeper ended, and ${held === 1 ? 'is' : 'are'} held: look whether it was booked again since.`,
        ]),
    ...(unreadable === 0
      ? []
      : [
          `${count(unreadable, 'piece of the copies', 'pieces of the copies')} could not be read. Compare the newest bookings with your own notes.`,
        ]),
  ]
}

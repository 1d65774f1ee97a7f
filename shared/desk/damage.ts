import type { UtcInstant } from '../time/time.ts'

/*
 * The damage of a store and the report of its recovery, with the sentences that the window shows.
 */

/** The stores: bookings for providers, bookings for the practice service, and the practice service's own records. */
export type DamagedStore = 'desk' | 'practice-desk' | 'practice-service'

/** The damage of a store, whose files stay untouched until a person starts the recovery. */
export type Damage = {
  readonly store: DamagedStore
  readonly kind:
    /** The file is gone or empty, although backups or the journal show that a store existed. */
    | 'missing'
    /** The file is not a database of this app, or SQLite finds the file damaged. */
    | 'unreadable'
    /**
     * The file is readable but lacks writes that the journal or a backup has, for example because an older file was put
     * in its place.
     */
    | 'behind'
  /** When the newest backup was made; null for no backup. */
  readonly copiedAt: UtcInstant | null
  /** True if a journal exists, from which a recovery takes the writes since the backup. */
  readonly journal: boolean
  /** The zone of the rooftop when a desk was last open here; absent before the first desk. */
  readonly zone?: string
}

/** The result of a recovery. */
export type RecoveryReport = {
  readonly store: DamagedStore
  readonly bookings: number
  /** How many of `bookings` are in doubt after the recovery. */
  readonly doubt: number
  /** How many of `bookings` the recovery held, because the window may have said "Not saved". */
  readonly held: number
  /** How many backups, journal records and rows the recovery could not use; at least 1 if the journal is incomplete. */
  readonly unreadable: number
  /** The new names of the damaged files, in the data folder. */
  readonly kept: readonly string[]
}

const NAMES: Readonly<Record<DamagedStore, string>> = {
  desk: 'The bookings on this computer',
  'practice-desk': 'The practice bookings on this computer',
  'practice-service': 'The records of practice mode',
}

/** Returns one sentence about the damage. */
export function describeDamage({ store, kind }: Damage): string {
  switch (kind) {
    case 'missing':
      return `${NAMES[store]} can't be found: their file is missing or empty.`
    case 'unreadable':
      return `${NAMES[store]} can't be read: their file is damaged.`
    case 'behind':
      return `${NAMES[store]} are out of date: some saved bookings are missing from their file.`
    default:
      return kind satisfies never
  }
}

const count = (number: number, one: string, more: string) => (number === 1 ? `1 ${one}` : `${number} ${more}`)

/** Returns the sentences about a recovery, beginning with the number of bookings. */
export function describeRecovery({ store, bookings, doubt, held, unreadable }: RecoveryReport): readonly string[] {
  if (store === 'practice-service') return ['Practice starts over. Its earlier bookings are gone.']
  return [
    `${count(bookings, 'booking', 'bookings')} restored.`,
    ...(doubt === 0
      ? []
      : [
          `${doubt} of them to check with the driver service: find “Check with provider” in Lookup, and ask before you book any of it again.`,
        ]),
    ...(held === 0
      ? []
      : [
          `${count(held, 'was', 'were')} being saved when Lanekeeper closed, and ${held === 1 ? 'is' : 'are'} on hold: check whether it was booked again since.`,
        ]),
    ...(unreadable === 0
      ? []
      : [
          `${count(unreadable, 'piece of the backups', 'pieces of the backups')} could not be read. Compare the newest bookings with your notes.`,
        ]),
  ]
}

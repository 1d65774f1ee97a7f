import type { UtcInstant } from '../time/time.ts'

/*
 * What the window says of a store that is damaged, and of what was brought back.
 */

/** The files that may be damaged: bookings for providers, practice bookings, and the practice service's own. */
export type DamagedStore = 'desk' | 'practice-desk' | 'practice-service'

/** What is wrong with a store; nothing of it was changed. */
export type Damage = {
  readonly store: DamagedStore
  readonly kind:
    /** The file is gone or empty, and its copies show that it was not. */
    | 'missing'
    /** It is no database, or cannot be read to its end. */
    | 'unreadable'
    /** It is whole, and lacks bookings that were saved: a part of it was lost, or an older one was put in its place. */
    | 'behind'
  /** When the newest copy was made; null where there is none. */
  readonly copiedAt: UtcInstant | null
  /** The journal has what was saved since. */
  readonly journal: boolean
}

/** What came of bringing the bookings back. */
export type RecoveryReport = {
  readonly store: DamagedStore
  readonly bookings: number
  /** Of these: may be booked, because it cannot be told whether they were sent. */
  readonly doubt: number
  /** Of these: held, because it cannot be told whether they were called saved. */
  readonly held: number
  /** Copies and pieces of the journal that could not be read. */
  readonly unreadable: number
  /** The damaged files under their new names, in the profile folder. */
  readonly kept: readonly string[]
}

const NAMES: Readonly<Record<DamagedStore, string>> = {
  desk: 'The bookings on this PC',
  'practice-desk': 'The practice bookings on this PC',
  'practice-service': 'The practice service’s own records',
}

/** What was found, as one sentence. */
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

/** What was brought back, a sentence each, the most important first. */
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

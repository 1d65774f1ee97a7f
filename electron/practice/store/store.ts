import type { UtcInstant } from '../../../shared/time/time.ts'
import { assertNever } from '../../../shared/result.ts'
import { openDatabase, type Database, type Migration } from '../../store/database.ts'
import { StoreError } from '../../store/errors.ts'
import { createProgressStore, type ProgressStore } from './progress.ts'
import initial from '../migrations/0001.sql?raw'
import setsOutAt from '../migrations/0002.sql?raw'
import type { ResolvedAddress } from '../domain/geocode.ts'

/*
 * The practice service's own file, in plain SQL. Of each request body the file keeps a digest and only the fields that
 * responses need; `progress.ts` stores a customer's name and phone for SMS and the fetch of a pair.
 */

/** Every schema step of the practice file, in order. A schema grows by a numbered step, and no step is ever edited. */
const PRACTICE_MIGRATIONS: readonly Migration[] = [
  { name: '0001', sql: initial },
  { name: '0002', sql: setsOutAt },
]

/** The file stores `concierge` as a `concierge-loaner` of one move. */
export type RequestKind = 'one-way' | 'concierge' | 'concierge-loaner'

/**
 * One accepted creation. `referenceIds` and `moveIds` are in the order of the move numbers and leave out replacements
 * of rescheduled moves.
 */
export type RequestRow = {
  readonly id: number
  readonly kind: RequestKind
  readonly acceptedAt: UtcInstant
  readonly referenceIds: readonly (string | null)[]
  readonly moveIds: readonly number[]
}

/** What a move is within its booking: the single move of a one-way, or the loaner's or customer's move of a pair. */
export type Role = 'single' | 'loaner' | 'customer'

/** With `clock` the driver reaches a stage every `stepSeconds`; with `manual` only a control request sets a stage. */
export type DriverBy = 'clock' | 'manual'

export type NewMove = {
  readonly requestId: number
  readonly laneId: number
  readonly referenceId: string | null
  readonly dealerContact: string | null
  readonly specialInstructions: string | null
  readonly stock: string | null
  readonly vin: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly color: string | null
  readonly manual: 0 | 1
  readonly pickupName: string
  readonly pickupLocationId: number
  readonly deliveryName: string
  readonly deliveryLocationId: number
  /** The random part of the tracking link. */
  readonly trackingChance: string
  /** 1 for the move that the driver of a pair drives second, else 0. */
  readonly leg: 0 | 1
  readonly stepSeconds: number
  /** The driver sets out at this time or at the acceptance, whichever is later; null for at the acceptance. */
  readonly setsOutAt: UtcInstant | null
  readonly role: Role
  readonly driver: DriverBy
  readonly rooftop: number | null
  /** The requested pickup address as JSON. */
  readonly requestedPickup: string
  /** The rescheduled move that this move replaced, and the time of the replacement; else both are null. */
  readonly replaces: number | null
  readonly replacedAt: UtcInstant | null
}

/** `acceptedAt` of a replacement is `replacedAt`. `readyBy` belongs to the lane. */
export type MoveRow = NewMove & { readonly id: number; readonly acceptedAt: UtcInstant; readonly readyBy: UtcInstant }

/** The fields that `duplicate_check` can compare. */
export type ComparedField = 'referenceId' | 'stock' | 'vin'

export type ChangedMove = Pick<MoveRow, 'id' | 'referenceId' | 'stock' | 'vin' | 'year' | 'make' | 'model' | 'color'>

export type LocationRow = {
  readonly id: number
  readonly googlePlaceId: string
  readonly fullAddress: string
  readonly lat: number
  readonly lon: number
}

/** A row with the number that SQLite assigned. `0001.sql` sets the first numbers of moves, lanes and locations. */
type Numbered = { readonly id: number }

export type PracticeStore = ProgressStore & {
  /** Commits all of `work` or nothing. The commit is on disk when the call returns. */
  write<T>(work: () => T): T
  addRequest(kind: RequestKind, at: UtcInstant, referenceIds: readonly (string | null)[], bodyDigest: string): number
  addLane(requestId: number, readyBy: UtcInstant): number
  /** The location of this address, inserted if the address is new. */
  keepLocation(place: ResolvedAddress): LocationRow
  location(id: number): LocationRow
  addMove(move: NewMove): MoveRow
  /** Null if no move has this number. */
  move(id: number): MoveRow | null
  /** In the order of their numbers. */
  movesOfLane(laneId: number): readonly MoveRow[]
  movesWith(field: ComparedField, value: string): readonly MoveRow[]
  changeMove(move: ChangedMove): void
  /** Null if no lane has this number. */
  lane(id: number): { readonly id: number; readonly readyBy: UtcInstant } | null
  changeReadyBy(laneId: number, readyBy: UtcInstant): void
  requests(): readonly RequestRow[]
  /** Reserves this number and all lower numbers: no later move gets one of them. */
  numbersAfter(number: number): void
  close(): void
}

/**
 * Opens or creates the file. Throws a `StoreError` with code `newer` or `pre-release` if another version wrote the
 * file, and the errors of `openDatabase`.
 */
export function openPracticeStore(file: string): PracticeStore {
  const opened = openDatabase(file, PRACTICE_MIGRATIONS)
  switch (opened.kind) {
    case 'newer':
      throw new StoreError(
        'newer',
        `The practice file ${file} was written by a newer version of Lanekeeper (its schema is ${opened.found}, ` +
          `this version knows ${opened.known}). Use the newer version, or another file.`,
      )
    case 'pre-release':
      throw new StoreError('pre-release', `The practice file ${file} was made by a pre-release of Lanekeeper.`)
    case 'open':
      return createPracticeStore(opened.db)
    default:
      return assertNever(opened)
  }
}

const MOVE = `SELECT m.id, m.request_id AS requestId, m.lane_id AS laneId, m.reference_id AS referenceId,
    m.dealer_contact AS dealerContact, m.special_instructions AS specialInstructions, m.stock, m.vin, m.year, m.make,
    m.model, m.color, m.manual, m.pickup_name AS pickupName, m.pickup_location_id AS pickupLocationId,
    m.delivery_name AS deliveryName, m.delivery_location_id AS deliveryLocationId,
    m.tracking_chance AS trackingChance, m.leg, m.step_seconds AS stepSeconds, m.sets_out_at AS setsOutAt, m.role, m.driver, m.rooftop,
    m.requested_pickup AS requestedPickup, m.replaces, m.replaced_at AS replacedAt,
    coalesce(m.replaced_at, r.accepted_at) AS acceptedAt, l.ready_by AS readyBy
  FROM moves m JOIN requests r ON r.id = m.request_id JOIN lanes l ON l.id = m.lane_id`

const LOCATION = 'id, google_place_id AS googlePlaceId, full_address AS fullAddress, lat, lon'

function createPracticeStore(db: Database): PracticeStore {
  const addRequest = db.prepare<[string, string, string, string], Numbered>(
    'INSERT INTO requests (kind, accepted_at, reference_ids, body_digest) VALUES (?, ?, ?, ?) RETURNING id',
  )
  const addLane = db.prepare<[number, string], Numbered>(
    'INSERT INTO lanes (request_id, ready_by) VALUES (?, ?) RETURNING id',
  )
  const locationByKey = db.prepare<[string], LocationRow>(`SELECT ${LOCATION} FROM locations WHERE address_key = ?`)
  const locationById = db.prepare<[number], LocationRow>(`SELECT ${LOCATION} FROM locations WHERE id = ?`)
  const addLocation = db.prepare<[string, string, string, number, number], LocationRow>(
    `INSERT INTO locations (address_key, google_place_id, full_address, lat, lon) VALUES (?, ?, ?, ?, ?)
     RETURNING ${LOCATION}`,
  )
  const addMove = db.prepare<[NewMove], Numbered>(
    `INSERT INTO moves (
       request_id, lane_id, reference_id, dealer_contact, special_instructions, stock, vin, year, make, model, color,
       manual, pickup_name, pickup_location_id, delivery_name, delivery_location_id, tracking_chance, leg, step_seconds,
       sets_out_at, role, driver, rooftop, requested_pickup, replaces, replaced_at
     ) VALUES (
       @requestId, @laneId, @referenceId, @dealerContact, @specialInstructions, @stock, @vin, @year, @make, @model,
       @color, @manual, @pickupName, @pickupLocationId, @deliveryName, @deliveryLocationId, @trackingChance, @leg,
       @stepSeconds, @setsOutAt, @role, @driver, @rooftop, @requestedPickup, @replaces, @replacedAt
     ) RETURNING id`,
  )
  const moveById = db.prepare<[number], MoveRow>(`${MOVE} WHERE m.id = ?`)
  const movesOfLane = db.prepare<[number], MoveRow>(`${MOVE} WHERE m.lane_id = ? ORDER BY m.id`)
  const movesWith = {
    referenceId: db.prepare<[string], MoveRow>(`${MOVE} WHERE m.reference_id = ?`),
    stock: db.prepare<[string], MoveRow>(`${MOVE} WHERE m.stock = ?`),
    vin: db.prepare<[string], MoveRow>(`${MOVE} WHERE m.vin = ?`),
  }
  const changeMove = db.prepare<[ChangedMove]>(
    `UPDATE moves SET reference_id = @referenceId, stock = @stock, vin = @vin, year = @year, make = @make,
       model = @model, color = @color WHERE id = @id`,
  )
  const laneById = db.prepare<[number], { readonly id: number; readonly readyBy: UtcInstant }>(
    'SELECT id, ready_by AS readyBy FROM lanes WHERE id = ?',
  )
  const changeReadyBy = db.prepare<[string, number]>('UPDATE lanes SET ready_by = ? WHERE id = ?')
  const requests = db.prepare<[], Omit<RequestRow, 'referenceIds' | 'moveIds'> & { readonly referenceIds: string }>(
    'SELECT id, kind, accepted_at AS acceptedAt, reference_ids AS referenceIds FROM requests ORDER BY id',
  )
  const moveIds = db.prepare<[], Numbered & { readonly requestId: number }>(
    'SELECT id, request_id AS requestId FROM moves WHERE replaces IS NULL ORDER BY id',
  )
  const move = (id: number) => moveById.get(id) ?? null
  const raiseNumbers = db.prepare<[number]>(`UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'moves'`)

  return {
    write: (work) => db.transaction(work).immediate(),
    addRequest: (kind, at, referenceIds, digest) =>
      must(addRequest.get(kind === 'one-way' ? kind : 'concierge-loaner', at, JSON.stringify(referenceIds), digest)).id,
    addLane: (requestId, readyBy) => must(addLane.get(requestId, readyBy)).id,
    keepLocation: ({ key, googlePlaceId, fullAddress, point }) =>
      locationByKey.get(key) ?? must(addLocation.get(key, googlePlaceId, fullAddress, point.lat, point.lon)),
    location: (id) => must(locationById.get(id)),
    addMove: (fresh) => must(moveById.get(must(addMove.get(fresh)).id)),
    move,
    movesOfLane: (laneId) => movesOfLane.all(laneId),
    movesWith: (field, value) => movesWith[field].all(value),
    changeMove: (changed) => void changeMove.run(changed),
    lane: (id) => laneById.get(id) ?? null,
    changeReadyBy: (laneId, readyBy) => void changeReadyBy.run(readyBy, laneId),
    ...createProgressStore(db),
    requests() {
      const idsOf = new Map<number, number[]>()
      for (const { id, requestId } of moveIds.all()) idsOf.set(requestId, [...(idsOf.get(requestId) ?? []), id])
      return requests.all().map((row) => {
        const referenceIds = JSON.parse(row.referenceIds) as (string | null)[]
        const isConcierge = row.kind === 'concierge-loaner' && referenceIds.length === 1
        return { ...row, kind: isConcierge ? 'concierge' : row.kind, referenceIds, moveIds: idsOf.get(row.id) ?? [] }
      })
    },
    numbersAfter: (number) => void raiseNumbers.run(number),
    close: () => void db.close(),
  }
}

function must<T>(row: T | undefined): T {
  if (row === undefined) throw new StoreError('row-missing', 'a row that must be there is not')
  return row
}

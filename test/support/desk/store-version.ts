import Database from 'better-sqlite3'
import { join } from 'node:path'

/** Marks the bookings of a closed desk as those of another version of Lanekeeper, and returns their version. */
export function setVersion(profile: string, version: number): number {
  const db = new Database(join(profile, 'practice-desk.db'))
  const before = Number(db.pragma('user_version', { simple: true }))
  db.pragma(`user_version = ${version}`)
  db.close()
  return before
}

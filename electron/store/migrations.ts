import type { Migration } from './database.ts'
import first from './migrations/0001-first.sql?raw'
import waysOut from './migrations/0002-ways-out.sql?raw'
import wishes from './migrations/0003-wishes.sql?raw'
import gone from './migrations/0004-gone.sql?raw'
import queue from './migrations/0005-queue.sql?raw'
import customers from './migrations/0006-customers.sql?raw'
import askedMoves from './migrations/0007-asked-moves.sql?raw'

/** Every schema step of the desk's store, in order; steps that have shipped are never changed. */
export const DESK_MIGRATIONS: readonly Migration[] = [
  { name: '0001-first', sql: first },
  { name: '0002-ways-out', sql: waysOut },
  { name: '0003-wishes', sql: wishes },
  { name: '0004-gone', sql: gone },
  { name: '0005-queue', sql: queue },
  { name: '0006-customers', sql: customers },
  { name: '0007-asked-moves', sql: askedMoves },
]

import type { Migration } from './database.ts'
import initial from './migrations/0001.sql?raw'
import providerValues from './migrations/0002.sql?raw'
import searchLinesDue from './migrations/0003.sql?raw'
import formerNumbers from './migrations/0004.sql?raw'
import addedFacts from './migrations/0005.sql?raw'
import payerNumber from './migrations/0006.sql?raw'
import moveNews from './migrations/0007.sql?raw'
import reschedules from './migrations/0008.sql?raw'
import loanerStock from './migrations/0009.sql?raw'
import shortWords from './migrations/0010.sql?raw'
import payloads from './migrations/0011.sql?raw'
import searchBookings from './migrations/0012.sql?raw'
import desks from './migrations/0013.sql?raw'
import unknownKind from './migrations/0014.sql?raw'
import askedClaims from './migrations/0015.sql?raw'
import hubBefore from './migrations/0016.sql?raw'
import duplicates from './migrations/0017.sql?raw'

/** The migrations of the desk's store, in order. A released migration is never edited. */
export const DESK_MIGRATIONS: readonly Migration[] = [
  { name: '0001', sql: initial },
  { name: '0002', sql: providerValues },
  { name: '0003', sql: searchLinesDue },
  { name: '0004', sql: formerNumbers },
  { name: '0005', sql: addedFacts },
  { name: '0006', sql: payerNumber },
  { name: '0007', sql: moveNews },
  { name: '0008', sql: reschedules },
  { name: '0009', sql: loanerStock },
  { name: '0010', sql: shortWords },
  { name: '0011', sql: payloads },
  { name: '0012', sql: searchBookings },
  { name: '0013', sql: desks },
  { name: '0014', sql: unknownKind },
  { name: '0015', sql: askedClaims },
  { name: '0016', sql: hubBefore },
  { name: '0017', sql: duplicates },
]

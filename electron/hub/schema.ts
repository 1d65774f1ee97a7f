import tables from './schema/0001.sql?raw'
import presence from './schema/0002.sql?raw'
import rights from './schema/0003.sql?raw'
import calls from './schema/0004.sql?raw'
import upkeep from './schema/0005.sql?raw'
import proofs from './schema/0006.sql?raw'
import denials from './schema/0007.sql?raw'
import erasing from './schema/0008.sql?raw'
import lateActs from './schema/0009.sql?raw'
import wrongClocks from './schema/0010.sql?raw'
import lostDesks from './schema/0011.sql?raw'

/** A numbered step of the hub's schema. */
export type HubStep = { readonly name: string; readonly sql: string }

/**
 * The steps of the hub's schema, in order, which a superuser runs in the database of the board, each in a transaction
 * of its own. A released step is never edited.
 */
export const HUB_STEPS: readonly HubStep[] = [
  { name: '0001', sql: tables },
  { name: '0002', sql: presence },
  { name: '0003', sql: rights },
  { name: '0004', sql: calls },
  { name: '0005', sql: upkeep },
  { name: '0006', sql: proofs },
  { name: '0007', sql: denials },
  { name: '0008', sql: erasing },
  { name: '0009', sql: lateActs },
  { name: '0010', sql: wrongClocks },
  { name: '0011', sql: lostDesks },
]

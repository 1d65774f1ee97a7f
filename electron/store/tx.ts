import type { Statement } from './database.ts'

/*
 * The text of a hot statement compares a column with `+?`, because SQLite would plan the statement again for each value
 * of a plain `?`, which takes several times as long as the statement.
 */

/** Read access. `sql` returns the prepared statement of an SQL text; an open store prepares each text only once. */
export type View = { readonly sql: (text: string) => Statement }

declare const inTransaction: unique symbol

/**
 * Write access, given by `Store.write`, and by `rawTx` before a store is open. `touch` names a changed booking to the
 * listeners of `Store.onChange`, which run after the commit, and lists the booking for the board unless `hasNews` is
 * false, because the provider told nothing new.
 */
export type Tx = View & {
  readonly [inTransaction]: true
  readonly touch: (bookingId: string, hasNews?: boolean) => void
}

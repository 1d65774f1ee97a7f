import type { Statement } from './database.ts'

/** What reads need. Statements are prepared once for each connection. */
export type View = { readonly sql: (text: string) => Statement }

declare const inTransaction: unique symbol

/** What writes need: a view inside `Store.write`, and the list of bookings that the write touches. */
export type Tx = View & { readonly [inTransaction]: true; readonly touch: (bookingId: string) => void }

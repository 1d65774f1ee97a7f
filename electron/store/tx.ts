import type { Statement } from './database.ts'

/** Read access. Each connection prepares a statement once. */
export type View = { readonly sql: (text: string) => Statement }

declare const inTransaction: unique symbol

/** Write access: a view inside `Store.write`, and the list of bookings that the write touches. */
export type Tx = View & { readonly [inTransaction]: true; readonly touch: (bookingId: string) => void }

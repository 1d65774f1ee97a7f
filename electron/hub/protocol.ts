/** The version of the hub's functions. A hub works with desks of this version and of the version before. */
export const HUB_FUNCTION_VERSION = 1

/** The SQLSTATEs of the hub's own errors, which roll back the whole call. */
export const HUB_ERRORS = {
  /** The role of the session has no row in the roster. */
  LK001: 'not-on-roster',
  /** Another store speaks for this desk: a copied profile, or a call with an old incarnation. */
  LK002: 'other-incarnation',
  /** The number of an item does not follow the last number of the desk. */
  LK003: 'gap',
  /** An argument or an item cannot be read. */
  LK004: 'unreadable',
  /** A number was used for another item, so two stores work with one incarnation. */
  LK005: 'number-reused',
  /** The desk is older than the version before this hub's. */
  LK006: 'desk-too-old',
  /** The desk is newer than this hub. */
  LK007: 'hub-too-old',
  /** The desk has not said hello to this hub, or a person named the desk gone. */
  LK008: 'hello-first',
  /** A snapshot was asked for outside of a transaction of REPEATABLE READ. */
  LK009: 'snapshot-isolation',
  /** A change of the log, which no function makes. */
  LK010: 'append-only',
} as const

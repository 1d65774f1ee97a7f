import { chownSync } from 'node:fs'

/** Nobody in particular, on every Linux. */
const NOBODY = 65_534

/**
 * Runs `work` as a user without rights, to whom `own` folders belong: what a folder forbids, it forbids nobody who is
 * root. Where the tests run as an ordinary user already, that one it is.
 */
export function asOrdinaryUser<T>(own: readonly string[], work: () => T): T {
  const { getuid, geteuid, getegid, seteuid, setegid } = process
  if (getuid?.() !== 0 || !geteuid || !getegid || !seteuid || !setegid) return work()
  for (const folder of own) chownSync(folder, NOBODY, NOBODY)
  const group = getegid()
  setegid(NOBODY)
  seteuid(NOBODY)
  try {
    return work()
  } finally {
    seteuid(0)
    setegid(group)
  }
}

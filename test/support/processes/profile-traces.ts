import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The traces of a desk on a profile: the lines of its log, and its processes. */

type Line = { readonly event: string; readonly code?: string }

/** The lines of the log of a profile, the oldest first. */
export function eventsOf(profile: string): readonly Line[] {
  const file = join(profile, 'logs/desk.log')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

/** How often an event stands in the log of a profile. */
export const countOf = (profile: string, name: string) => eventsOf(profile).filter(({ event }) => event === name).length

/** The processes of the desk on this profile that are not helpers of Chromium. */
export function mainProcesses(profile: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return args.includes(`--user-data-dir=${profile}`) && !args.includes('--type=')
      } catch {
        // The process ended in the meantime.
        return false
      }
    })
}

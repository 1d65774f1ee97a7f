import { execFile } from 'node:child_process'
import { win32 } from 'node:path'

/*
 * Whether the operating system keeps this PC's clock in step with a time server. The desk asks no time server itself,
 * because the desk connects to its provider alone (test/spec/security.md#electron).
 */

/** `unknown` where the system does not say, also on macOS, which tells only an administrator. */
export type TimeSync = 'synchronized' | 'unsynchronized' | 'unknown'

/** Reads the present state. Never rejects. */
export type ReadTimeSync = () => Promise<TimeSync>

const TIMEOUT_MS = 5_000

export const readTimeSync: ReadTimeSync = async () => {
  if (process.platform === 'linux')
    return parseTimedatectl(await run('/usr/bin/timedatectl', ['show', '--property=NTPSynchronized']))
  if (process.platform !== 'win32') return 'unknown'
  const root = process.env['SystemRoot'] ?? 'C:\\Windows'
  return parseW32tm(await run(win32.join(root, 'System32', 'w32tm.exe'), ['/query', '/status', '/verbose']))
}

/** Reads `NTPSynchronized=yes`, which is the kernel's own mark and therefore counts for every time service of Linux. */
export function parseTimedatectl(text: string): TimeSync {
  const found = /^NTPSynchronized=(yes|no)\s*$/m.exec(text)?.[1]
  if (found === undefined) return 'unknown'
  return found === 'yes' ? 'synchronized' : 'unsynchronized'
}

/**
 * Reads the leap indicator and the stratum, the first two lines in every language of Windows: `Leap Indicator: 0(no
 * warning)` and `Stratum: 4 (…)`. Indicator 3 and stratum 0 or 1 mean a clock without a time server: `Local CMOS Clock`
 * has stratum 1.
 */
export function parseW32tm(text: string): TimeSync {
  const [leap, stratum] = [...text.matchAll(/^[^:\r\n]+:\s*(\d+)\s*\(/gm)].slice(0, 2).map((found) => Number(found[1]))
  if (leap === undefined || stratum === undefined) return 'unknown'
  return leap < 3 && stratum > 1 ? 'synchronized' : 'unsynchronized'
}

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: TIMEOUT_MS, windowsHide: true }, (error, stdout) =>
      resolve(error === null ? stdout : ''),
    )
  })
}

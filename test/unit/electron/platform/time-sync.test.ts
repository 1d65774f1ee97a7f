import { describe, expect, test } from 'vitest'
import { parseTimedatectl, parseW32tm } from '../../../../electron/platform/time-sync.ts'

const ENGLISH = `Leap Indicator: 0(no warning)
Stratum: 4 (secondary reference - syncd by (S)NTP)
Precision: -23 (119.209ns per tick)
Root Delay: 0.0292358s
ReferenceId: 0xA83D4AC5 (source IP:  168.61.74.197)
Last Successful Sync Time: 11/24/2026 8:02:11 AM
Source: time.windows.com,0x8
Poll Interval: 10 (1024s)
`

const GERMAN = `Sprungindikator: 0(keine Warnung)
Stratum: 5 (Sekundärreferenz - synchr. über (S)NTP)
Präzision: -23 (119.209ns pro Tick)
Quelle: dc1.example.com
`

const NEVER = `Leap Indicator: 3(not synchronized)
Stratum: 0 (unspecified)
Precision: -23 (119.209ns per tick)
Last Successful Sync Time: unspecified
Source: Free-running System Clock
`

const LOCAL = `Leap Indicator: 0(no warning)
Stratum: 1 (primary reference - syncd by radio clock)
ReferenceId: 0x4C4F434C (source name:  "LOCL")
Source: Local CMOS Clock
`

describe('The state of time synchronization', () => {
  test.for([
    ['NTPSynchronized=yes\n', 'synchronized'],
    ['NTPSynchronized=no\n', 'unsynchronized'],
    ['NTP=yes\nNTPSynchronized=no\n', 'unsynchronized'],
    ['NTPSynchronized=maybe', 'unknown'],
    ['', 'unknown'],
  ] as const)('`parseTimedatectl` reads %j as %s', ([text, state]) => {
    expect(parseTimedatectl(text)).toBe(state)
  })

  test.for([
    ['a synchronized PC', ENGLISH, 'synchronized'],
    ['a synchronized PC in German', GERMAN, 'synchronized'],
    ['a PC that never reached a time server', NEVER, 'unsynchronized'],
    ['a PC that follows its own clock', LOCAL, 'unsynchronized'],
    [
      'a PC whose time service is off',
      'The following error occurred: The service has not been started. (0x80070426)',
      'unknown',
    ],
    ['nothing', '', 'unknown'],
  ] as const)('`parseW32tm` reads %s', ([, text, state]) => {
    for (const lines of [text, text.replaceAll('\n', '\r\n')]) expect(parseW32tm(lines)).toBe(state)
  })
})

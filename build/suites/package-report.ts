import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { PackResult } from '../package/pack.ts'
import { megabytes, sizesOf } from '../package/sizes.ts'
import { REPO_ROOT } from '../paths.ts'

/** Writes sizes and start times to test/reports/package.md. `startTimes` is a file with a JSON list of milliseconds. */
export function writePackageReport(packed: PackResult, startTimes: string): void {
  const { version, source } = packed.electron
  const times = (JSON.parse(readFileSync(startTimes, 'utf8')) as number[]).sort((one, other) => one - other)
  const rows = sizesOf(packed).map(
    ({ variant, artefact, bytes, unpacked, files, asar }) =>
      `| ${artefact} | ${variant} | ${megabytes(bytes)} | ${megabytes(unpacked)} | ${files} | ${megabytes(asar)} |`,
  )
  const file = path.join(REPO_ROOT, 'test', 'reports', 'package.md')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(
    file,
    `# The package, as measured

Written by \`npm run test:package\` on ${new Date().toISOString().slice(0, 10)}, on Electron ${version}${
      source === 'fallback' ? ', which stands in for the official one: a test build, never for users' : ''
    }. Records, not limits.

| artefact | variant | size | installed | files | asar |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Start of the installed release variant, from spawning it to its window being shown, by an ordinary user, with Chromium's sandbox, under Xvfb, on a profile that had been opened before: median ${median(times)} ms, ${times[0]} to ${times.at(-1)} ms, n = ${times.length}.
`,
  )
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? NaN
  const high = sorted[Math.floor(middle)] ?? NaN
  return Math.round((low + high) / 2)
}

import { runMain, SetupStop } from '../setup/say.mjs'
import { runBench } from './bench.ts'
import { runChecks } from './checks.ts'
import { runGoals } from './goals.ts'
import { runLong } from './long.ts'
import { runPackage } from './package.ts'
import { provingHeights, reportService } from './service-report.ts'
import { inWords, orOneFailed, sum, tell } from './tally.ts'
import type { Tally } from './tally.ts'
import { runVitest } from './vitest.ts'
import { runWindow } from './window.ts'

const heights = {
  checks: runChecks,
  rules: () => runVitest('rules'),
  rooms: () => runVitest('rooms'),
  whole: () => runVitest('whole'),
  goals: runGoals,
  window: runWindow,
  package: runPackage,
  long: runLong,
  bench: runBench,
} as const

/** What runs when it is asked for by name alone: hours of tests, tests that install the desk on this machine, measuring. */
const apart: readonly string[] = ['long', 'package', 'bench']

type Height = keyof typeof heights

const isHeight = (name: string): name is Height => Object.hasOwn(heights, name)

// The runners get the signal too; without this the next height would start after Ctrl+C.
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (interrupted = true))

await runMain(async () => {
  const asked = process.argv.slice(2)
  const unknown = asked.find((name) => !isHeight(name))
  if (unknown !== undefined) {
    throw new SetupStop(
      `there are no tests named "${unknown}". Usage: npm test [-- ${Object.keys(heights).join(' | ')}]\n` +
        `Without a name all run but ${apart.join(' and ')}.`,
    )
  }
  const chosen =
    asked.length > 0
      ? asked.filter(isHeight)
      : (Object.keys(heights) as Height[]).filter((name) => !apart.includes(name))

  const results: Tally[] = []
  const lines: string[] = []
  for (const name of chosen) {
    const began = performance.now()
    tell(`\n${name}`)
    const result = await orOneFailed(name, heights[name])
    if (interrupted) {
      tell('\ninterrupted')
      process.exitCode = 130
      return
    }
    results.push(result)
    lines.push(`${name}: ${inWords(result)} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    tell(lines.at(-1) ?? '')
  }
  // Some heights alone prove some rows alone: nothing is judged then.
  if (provingHeights.every((name) => chosen.includes(name))) {
    const result = reportService()
    results.push(result)
    lines.push(`service description: ${inWords(result)}`)
    tell(lines.at(-1) ?? '')
  }
  const total = sum(results)
  if (lines.length > 1) tell(`\n${lines.join('\n')}`)
  if (total.failures.length > 0) tell(`\nfailed:\n${total.failures.map((one) => `- ${one}`).join('\n')}`)
  tell(`\n${inWords(total)}`)
  if (total.failed > 0) process.exitCode = 1
})

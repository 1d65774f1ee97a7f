import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { check, type CheckOutcome, type CheckOptions, type Report } from '../../../build/provider-check/check.ts'
import { printTable } from '../../../build/provider-check/print.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import type { PracticeOptions } from '../../../electron/practice/service.ts'
import { authorized, CLIENT } from '../practice/authorized.ts'
import { running, testRandom, TOKEN, type Running } from '../practice/running.ts'

/** A check of a remote with every option but the address; what it tells beside the table goes to `told`. */
export function checkOf(address: string, options: Partial<CheckOptions> = {}): Promise<CheckOutcome> {
  return check({
    address,
    secret: TOKEN,
    clientId: null,
    create: false,
    move: null,
    clock: systemClock,
    random: testRandom(),
    timeoutMs: 10_000,
    stop: new AbortController().signal,
    announce: () => {},
    ...options,
  })
}

/** The report of a check that came to its end. */
export async function reportOf(address: string, options: Partial<CheckOptions> = {}): Promise<Report> {
  const checked = await checkOf(address, options)
  if (checked.kind !== 'report') throw new Error(`the check ended with ${JSON.stringify(checked)}`)
  return checked.report
}

export type Remote = { readonly desk: Running; readonly signIn: Partial<CheckOptions> }

/** A practice service in either profile, ended with the test, and how a check signs in to it. */
export async function remoteOf(
  profile: 'baseline' | 'hopdrive',
  options: Partial<PracticeOptions> = {},
): Promise<Remote> {
  const desk = profile === 'baseline' ? await running(options) : (await authorized(options)).desk
  onTestFinished(() => desk.end())
  return { desk, signIn: profile === 'baseline' ? {} : { clientId: CLIENT.id, secret: CLIENT.secret } }
}

/** A table that was read over by hand, line by line. */
export function tableOf(name: string): readonly string[] {
  return readFileSync(join(import.meta.dirname, 'tables', `${name}.txt`), 'utf8').split('\n')
}

export function linesOf(report: Report): readonly string[] {
  return printTable(report).split('\n')
}

/** `verdict: found` of one row; throws when the table has none. */
export function cell({ rows }: Report, section: string, what: string): string {
  const row = rows.find((one) => one.section === section && one.what === what)
  if (row === undefined) throw new Error(`the table has no row ${section} ${what}`)
  return `${row.verdict}: ${row.found}`
}

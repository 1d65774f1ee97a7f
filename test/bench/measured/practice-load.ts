import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../support/service.ts'
import type { PlainOrder } from './plain-service.ts'

/* Loads the practice service and node:http in turns, each in a process of its own, over kept connections. */

export type LoadOrder = {
  readonly runs: number
  readonly requests: number
  readonly connections: number
  /** The body of a one-way booking. */
  readonly body: string
}

/** Requests a second of each run. */
export type LoadReport = {
  readonly practice: readonly number[]
  /** node:http with the same commit. */
  readonly same: readonly number[]
  /** node:http with a commit of one row. */
  readonly row: readonly number[]
}

const { runs, requests, connections, body } = JSON.parse(process.argv[2] ?? '{}') as LoadOrder
const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'))
const command = await startService<{ readonly url: string; readonly token: string }>('practice-command', [
  '--db',
  join(folder, 'practice.db'),
])
const order: PlainOrder = { folder, body }
const plain = await startService<{ readonly url: string }>('plain-service', [JSON.stringify(order)])
const headers = {
  authorization: `Bearer ${command.report.token}`,
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
}

function post(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers }, (incoming) => {
      incoming.resume().on('end', () => {
        if (incoming.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${incoming.statusCode}`))
      })
    })
    sending.on('error', reject).end(body)
  })
}

async function perSecond(url: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = count
  const began = performance.now()
  const lane = async () => {
    while (left > 0) {
      left -= 1
      await post(url, agent)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  const ms = performance.now() - began
  agent.destroy()
  return (count / ms) * 1000
}

const targets = {
  practice: `${command.report.url}/v1/one-way-moves`,
  same: `${plain.report.url}/booking`,
  row: `${plain.report.url}/row`,
}
const report = { practice: [] as number[], same: [] as number[], row: [] as number[] }
for (const url of Object.values(targets)) await perSecond(url, requests / 3)
for (let run = 0; run < runs; run += 1) {
  for (const name of ['practice', 'same', 'row'] as const) report[name].push(await perSecond(targets[name], requests))
}
await command.end()
await plain.end()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(JSON.stringify(report satisfies LoadReport))
process.exit(0)

import { describe, expect, test } from 'vitest'
import { judgeHistories } from '../../support/board/claim-history.ts'
import type { TapLine } from '../../support/processes/hub-tap.ts'

/* How the judge of claims and takeovers reads what the processes of the desks asked the hub and heard. */

describe('The lines of the desks', () => {
  const asked = { event: 'hub-asked', role: 'one' } as const
  const item = { n: 1, kind: 'saved', entry: 'e', right: { state: 'waiting', rev: 1 }, withdrawn: false }
  const consentItem = { kind: 'handed-over', entry: 'e', right: null } as const
  const append = (call: number, at: number): TapLine => ({
    ...asked,
    call,
    at,
    name: 'append',
    incarnation: 'i',
    items: [item],
  })
  const heard = (call: number, at: number, result: Extract<TapLine, { event: 'hub-heard' }>['result']): TapLine => ({
    event: 'hub-heard',
    call,
    at,
    result,
  })
  const claimed = (call: number, at: number, attempt: string): TapLine => ({
    ...asked,
    call,
    at,
    name: 'claim',
    incarnation: 'i',
    entry: 'e',
    rev: 1,
    attempt,
    resend: false,
  })
  const table = new Map([['e', { owner: 'one', state: 'claimed', rev: 2 }]])
  const ok = { ok: true, right: { owner: 'one', state: 'claimed', rev: 2 } }

  test('A line that two processes of a desk sent is one operation, and a claim without an answer may have happened', () => {
    const first = [append(1, 0), heard(1, 1, 'lost')]
    const second = [append(1, 5), heard(1, 6, { ok: true }), claimed(2, 7, 'a')]
    expect(judgeHistories([first, second], table)).toEqual({ entries: 1, calls: 2, breaches: [] })
  })

  test('A claim that the hub granted after the desk told that the entry is handed over is a breach', () => {
    const offered = [append(1, 0), heard(1, 1, { ok: true })]
    const handOver = (call: number, at: number, withdrawn: boolean): readonly TapLine[] => [
      { ...asked, call, at, name: 'append', incarnation: 'i', items: [{ ...consentItem, n: call, withdrawn }] },
      heard(call, at + 1, { ok: true }),
    ]
    const grant = [claimed(9, 8, 'a'), heard(9, 9, ok)]
    expect(judgeHistories([[...offered, ...handOver(2, 2, false), ...grant]], table).breaches).toHaveLength(1)
    const back = [...offered, ...handOver(2, 2, false), ...handOver(3, 4, true), ...grant]
    expect(judgeHistories([back], table)).toMatchObject({ calls: 4, breaches: [] })
  })

  test('A claim that the hub rolled back changed nothing, so that the claim in the table is a breach', () => {
    const lines = [append(1, 0), heard(1, 1, { ok: true }), claimed(2, 2, 'a'), heard(2, 3, 'refused')]
    expect(judgeHistories([lines], table).breaches).toMatchObject([
      expect.stringContaining('not linearizable (illegal): e'),
    ])
  })

  test('Two processes that were both granted the claim of one revision are a breach', () => {
    const lines = (attempt: string, at: number) => [claimed(1, at, attempt), heard(1, at + 1, ok)]
    const offered = [append(1, 0), heard(1, 1, { ok: true })]
    expect(judgeHistories([offered, lines('a', 2)], table).breaches).toEqual([])
    expect(judgeHistories([offered, lines('a', 2), lines('b', 2)], table).breaches).toHaveLength(1)
  })
})

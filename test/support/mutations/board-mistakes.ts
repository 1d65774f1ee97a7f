import type { TestHub } from '../hub/board.ts'
import type { Patch } from './planted.ts'

/*
 * Mistakes about the right to send and about replicas, each of which the judge of chaos must see. An unknown answer to a
 * claim that counts as yes is too rare for chaos: `system/takeover` has a scene of its own.
 */

export type BoardMistake = {
  readonly name: string
  readonly patches: readonly Patch[]
  /** The mistake of a function of the hub: its name, and the text that changes. */
  readonly inHub: { readonly name: string; readonly from: string; readonly to: string } | null
  /** How the breach begins as which the judge sees the mistake. */
  readonly seenAs: 'double: ' | 'not linearizable' | 'replica: '
}

const REPLICAS = 'electron/store/board/replicas.ts'
const RIGHTS = 'electron/store/board/rights.ts'
const CLAIMS = 'electron/board/claims.ts'

/** The send queue takes every answer for the word that an entry was never offered. */
const UNCHECKED: Patch = {
  file: 'electron/sync/claim-to-send.ts',
  from: "    if (answer.kind === 'unoffered' && known !== null) return null\n",
  to: '',
}

export const BOARD_MISTAKES: readonly BoardMistake[] = [
  {
    name: 'no claim',
    patches: [
      UNCHECKED,
      {
        file: CLAIMS,
        from: "if (known.isAlone) return { kind: 'alone' }",
        to: "return { kind: 'unoffered' }",
      },
    ],
    inHub: null,
    seenAs: 'double: ',
  },
  {
    name: 'offered entries leave without the hub',
    patches: [
      UNCHECKED,
      {
        file: CLAIMS,
        from: "if (on === null) return { kind: 'refused' }",
        to: "if (on === null) return { kind: 'unoffered' }",
      },
      {
        file: RIGHTS,
        from: 'ELSE EXISTS (SELECT 1 FROM board_rights r WHERE r.entry_id = o.id AND r.alone)',
        to: 'ELSE NOT @live OR EXISTS (SELECT 1 FROM board_rights r WHERE r.entry_id = o.id AND r.alone)',
      },
    ],
    inHub: null,
    seenAs: 'double: ',
  },
  {
    name: 'what was claimed is taken as if it waited',
    patches: [],
    inHub: { name: 'take', from: "ELSE 'doubt' END", to: "ELSE 'waiting' END" },
    seenAs: 'double: ',
  },
  {
    name: 'what was handed over is claimed',
    patches: [{ file: RIGHTS, from: ' AND NOT r.handed_over\n        AND', to: '\n        AND' }],
    inHub: { name: 'claim_right', from: "WHEN r.handed_over THEN 'handed-over'", to: '' },
    seenAs: 'not linearizable',
  },
  {
    name: 'a replica lacks the phone',
    patches: [
      {
        file: REPLICAS,
        from: "upsert(tx, 'bookings', body.booking)",
        to: "upsert(tx, 'bookings', { ...body.booking, customer_phone: null })",
      },
    ],
    inHub: null,
    seenAs: 'replica: ',
  },
  {
    name: 'a replica lacks the decisions',
    patches: [{ file: REPLICAS, from: "  appendNew(tx, 'decisions', 'entry_id', entryId, body.decisions)\n", to: '' }],
    inHub: null,
    seenAs: 'replica: ',
  },
]

/** Plants the mistake of a function in a hub that is running. */
export async function plantInHub({ sql }: TestHub, { inHub }: BoardMistake): Promise<void> {
  if (inHub === null) return
  const [found] = await sql(`SELECT pg_get_functiondef(('board.' || $1)::regproc) AS text`, [inHub.name])
  const text = String(found?.['text'])
  if (text.split(inHub.from).length !== 2) throw new Error(`not once in ${inHub.name}: ${inHub.from}`)
  await sql(text.replace(inHub.from, inHub.to))
}

import type { TestHub } from '../hub/board.ts'
import type { Patch } from './planted.ts'

/*
 * Mistakes about the right to send, each of which the judge of chaos must see as a booking that left twice. An unknown
 * answer to a claim that counts as yes is too rare for chaos: `system/takeover` has a scene of its own.
 */

export type BoardMistake = {
  readonly name: string
  readonly patches: readonly Patch[]
  /** The mistake of a function of the hub: its name, and the text that changes. */
  readonly inHub: { readonly name: string; readonly from: string; readonly to: string } | null
}

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
        file: 'electron/store/board/rights.ts',
        from: 'ELSE EXISTS (SELECT 1 FROM board_rights r WHERE r.entry_id = o.id AND r.alone)',
        to: 'ELSE NOT @live OR EXISTS (SELECT 1 FROM board_rights r WHERE r.entry_id = o.id AND r.alone)',
      },
    ],
    inHub: null,
  },
  {
    name: 'what was claimed is taken as if it waited',
    patches: [],
    inHub: { name: 'take', from: "ELSE 'doubt' END", to: "ELSE 'waiting' END" },
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

/** One accepted creation, as the practice service recorded it. */
export type LedgerLine = { readonly references: readonly string[]; readonly move_ids: readonly number[] }

/** Reads the creations that a practice service accepted, in order: the truth about what was booked. */
export async function readLedger(url: string, token: string): Promise<readonly LedgerLine[]> {
  const answer = await fetch(`${url}/practice/ledger`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as LedgerLine[]
}

/** One accepted creation, as the practice service wrote it down. */
export type LedgerLine = { readonly references: readonly string[]; readonly move_ids: readonly number[] }

/** What a practice service has accepted, in order: the judge of what was really booked. */
export async function readLedger(url: string, token: string): Promise<readonly LedgerLine[]> {
  const answer = await fetch(`${url}/practice/ledger`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as LedgerLine[]
}

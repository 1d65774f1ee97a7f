import type { Evidence } from '../../shared/contract.ts'
import { cancelAll, seeCancelation } from './cancel.ts'
import { seeChange } from './change.ts'
import { seeDuplicates } from './duplicates.ts'
import { makeOneWay } from './one-ways.ts'
import { makePairs } from './pairs.ts'
import { MOST_BOOKED, seeBroken, seeMissing } from './refusals.ts'
import type { Round } from './round.ts'
import { notTried } from './sheet.ts'

/** What `create` is about to do, for the person who told it to, before it does anything. */
export function announce(address: string): string {
  return [
    `About to book at ${address}: two pairs and a one-way, invented, two days ahead, with references "CHECK ...".`,
    'The guard against duplicates takes up to two pairs and four one-ways more, and a remote that takes bodies without',
    `a required field books up to ${MOST_BOOKED} of them. The phones are (804) 555-0142 and -0143, which nobody has.`,
    'What can be canceled is canceled at the end; the rest is listed.',
  ].join('\n')
}

/** Fields of a booking that need a number of the account, or are shown by an example alone (provider.md 5.2). */
const OF_ACCOUNT = ['rooftop', 'third_party_payer', 'sla_id', 'workflowset_id', 'config'].concat(
  ['pickup', 'delivery'].map((end) => `${end}_workflow_data`),
)

/** The part of a check that books, changes and cancels; gives what was seen of `duplicate_check`. */
export async function create(round: Round): Promise<readonly Evidence[]> {
  const { full } = await makePairs(round)
  const oneWay = await makeOneWay(round)
  await seeMissing(round, full.kind === 'booked', oneWay?.form ?? null)
  await seeBroken(round)
  for (const name of OF_ACCOUNT) round.sheet.see('hopdrive 5.2', name, notTried('needs numbers of the account'))
  await seeChange(round, oneWay)
  const evidence = await seeDuplicates(round, oneWay?.form ?? null)
  await seeCancelation(round, full.kind === 'booked' ? full.ids : [])
  await cancelAll(round)
  return evidence
}

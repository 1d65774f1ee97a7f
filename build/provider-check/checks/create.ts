import type { Evidence } from '../../../shared/outbox/duplicate-guarantee.ts'
import { skipped } from '../report-table.ts'
import type { RunContext } from '../run-context.ts'
import { cancelAll, checkCancellation } from './cancel.ts'
import { checkChange } from './change.ts'
import { checkDuplicates } from './duplicates.ts'
import { createOneWay } from './one-ways.ts'
import { createPairs } from './pairs.ts'
import { checkBrokenBodies, checkRequiredFields, MAX_BOOKINGS_CREATED } from './refusals.ts'

/** Describes the bookings that `createBookings` is about to make, for the person at the command line. */
export function describePlan(address: string): string {
  return [
    `About to book at ${address}: two pairs and a one-way, invented, two days ahead, with references "CHECK ...".`,
    'The guard against duplicates takes up to two pairs and four one-ways more, and a remote that takes bodies without',
    `a required field books up to ${MAX_BOOKINGS_CREATED} of them. The phones are (804) 555-0142 and -0143, which nobody has.`,
    'What can be canceled is canceled at the end; the rest is listed.',
  ].join('\n')
}

const ACCOUNT_FIELDS =
  'rooftop third_party_payer sla_id workflowset_id config pickup_workflow_data delivery_workflow_data'

/** Books, changes and cancels. Returns the observations of the guard against duplicates. */
export async function createBookings(run: RunContext): Promise<readonly Evidence[]> {
  const pair = await createPairs(run)
  const oneWay = await createOneWay(run)
  await checkRequiredFields(run, pair.kind === 'booked', oneWay?.form ?? null)
  await checkBrokenBodies(run)
  for (const name of ACCOUNT_FIELDS.split(' '))
    run.table.add('hopdrive 5.2', name, skipped('needs numbers of the account'))
  await checkChange(run, oneWay)
  const evidence = await checkDuplicates(run, oneWay?.form ?? null)
  await checkCancellation(run, pair.kind === 'booked' ? pair.ids : [])
  await cancelAll(run)
  return evidence
}

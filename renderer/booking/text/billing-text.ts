import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import { providerFirst, providerToCall } from './phone-text.ts'

/** Words about whom the provider bills. */

type BillingStatus = Pick<DeskStatus, 'takesPayer' | 'defaultPayer' | 'rooftop'>

/** Returns who pays a new booking for which `typed` stands in the payer field. */
export function billedParty(typed: string, { defaultPayer, rooftop }: BillingStatus): string {
  if (typed !== '') return `payer ${typed}`
  return defaultPayer === null ? rooftop.name : `payer ${defaultPayer}`
}

/** Returns who pays without a payer in the form, and how to have someone else billed. */
export function describeBilling(status: BillingStatus): string {
  const { takesPayer, defaultPayer } = status
  // A provider's account can have a default payer of its own, which no answer names.
  const otherwise = defaultPayer === null ? ', or the payer that the account names' : ' (from the settings)'
  const usual = `${providerFirst()} bills ${billedParty('', status)}${otherwise}`
  if (takesPayer) return `${usual}, unless you enter another payer's number.`
  return `${usual}. To bill someone else, save the booking and call ${providerToCall()}.`
}

import { describeCaFile } from './rights-text.ts'
import { provider, providerByPhone, providerFirst } from '../../booking/text/phone-text.ts'
import { assertNever } from '../../../shared/result.ts'
import type { ConnectionState, ConnectionCause, ConnectionTest } from '../../../shared/desk/connection.ts'
import type { Fields, FieldValue } from '../../../shared/outbox/fields.ts'

/** Text for a connection that is down: why nothing is sent to the provider, and what to do. */
export function describeConnection({ cause, detail, fields }: Extract<ConnectionState, { kind: 'down' }>): string {
  switch (detail) {
    case null:
      return needsPerson(cause) ? `${describeCause(cause, fields)} ${TRIED_AGAIN}` : causeText(cause)
    case 'no-answers':
      return 'Bookings get no clear reply, so sending is paused for a while. Then one is tried automatically.'
    case 'clock-unknown':
      return `The replies of ${provider()} disagree about the time, so nothing is sent yet. We keep checking. If this stays, check the clock of this computer.`
    case 'internal':
      return 'Sending stopped because of an error in Lanekeeper and is tried again automatically. If it stays, call support.'
    case 'outcome-unsaved':
      return describeUnsavedOutcome(fields['numbers'])
    case 'redirected':
      return `${causeText('protocol-changed')} ${UNTIL_RESTART}`
    case 'refused-twice':
      return `${providerFirst()} rejected the sign-in of a booking twice. ${UNTIL_RESTART}`
    case 'forbidden':
      return `This account may not book. Ask your administrator. ${UNTIL_RESTART}`
    case 'endpoint-not-found':
      return `${providerFirst()} doesn't know this kind of booking. Lanekeeper or its settings are out of date. ${UNTIL_RESTART}`
    case 'web-page':
      return describeWebPage()
    case 'reads-refused':
      return `${providerFirst()} doesn't let this account look up moves. Ask them what this account may do. Bookings wait here, and we retry every five minutes.`
    default:
      return assertNever(detail)
  }
}

function causeText(cause: ConnectionCause): string {
  switch (cause) {
    case 'no-network':
      return 'No network'
    case 'provider-down':
      return `${providerFirst()} isn't responding`
    case 'unsafe-network':
      return "This network isn't safe: it may need a sign-in, or its certificate isn't trusted. Open a browser or call IT."
    case 'proxy-sign-in':
      return "This network's proxy needs a sign-in. Open a browser, sign in there, or call IT."
    case 'proxy-refuses':
      return `This network's proxy blocks Lanekeeper from reaching ${provider()}. Call IT.`
    case 'token-missing':
      return 'The sign-in of this computer is missing. See Settings.'
    case 'token-refused':
      return `${providerFirst()} doesn't accept the sign-in of this computer. See Settings.`
    case 'provider-busy':
      return `${providerFirst()} is busy and asked us to wait. Bookings send automatically after that.`
    case 'disk':
      return 'The disk is full or can’t be written. Nothing was sent. Free some space, and bookings send automatically.'
    case 'protocol-changed':
      return `${providerFirst()} points us to another address. Call support.`
    case 'not-the-provider':
      return `Something else responds at the address of ${provider()}. Nothing is sent there. If the address in Settings is right, look up one of their move numbers: once that works, bookings send.`
    default:
      return assertNever(cause)
  }
}

function describeWebPage(): string {
  return `A web page responds instead of ${provider()}, maybe this network's sign-in page. Nothing is sent to it. Open a browser and sign in, or call IT.`
}

/**
 * Names the issuer of an untrusted certificate, so that IT can see which sign-in page or traffic inspection intercepts
 * the connection.
 */
function describeCause(cause: ConnectionCause, { issuer }: Fields): string {
  return cause === 'unsafe-network' && typeof issuer === 'string'
    ? `The certificate for ${provider()} is from "${issuer}", which this computer doesn't trust. Nothing was sent. Open a browser in case this network needs a sign-in, or ask IT to install that issuer's certificate.`
    : causeText(cause)
}

const TRIED_AGAIN = 'We retry every five minutes. To retry now, choose File, Retry connection.'
const UNTIL_RESTART =
  'No more bookings are sent until that is fixed and the sign-in is entered again in Settings, or Lanekeeper is restarted.'

function needsPerson(cause: ConnectionCause): boolean {
  return cause === 'unsafe-network' || cause === 'proxy-sign-in'
}

function describeUnsavedOutcome(numbers: FieldValue | undefined): string {
  return Array.isArray(numbers)
    ? `Booked as move ${numbers.join(' and ')}, but that could not be saved: the disk is full or can't be written. Write the number down and free some space.`
    : "The result of a booking could not be saved: the disk is full or can't be written. Free some space. Nothing more is sent until then."
}

/** Text for a move that could not be fetched. `unreadable` means that the provider's response could not be read. */
export function describeUnreachable(cause: ConnectionCause | 'unreadable'): string {
  if (cause === 'unreadable') return `The reply could not be read. Ask ${providerByPhone()}.`
  return `${causeText(cause).replace(/\.$/, '')}.`
}

/**
 * Text for the result of a connection test. The test uses an address that a person just typed, so the text suspects the
 * address first.
 */
export function describeConnectionTest({ caFile, ...test }: ConnectionTest): string {
  const result = describeTestResult(test)
  return caFile === undefined ? result : `${result} ${describeCaFile(caFile)}`
}

function describeTestResult({ good, cause, detail, fields = {} }: ConnectionTest): string {
  if (good) return 'Connected. Token accepted.'
  switch (detail) {
    case 'timeout':
      return 'No reply within 20 seconds. Check the address, or try again in a moment.'
    case 'token-rejected':
      return 'This API token or client secret was rejected. Check that it is complete, or ask the provider for a new one.'
    case 'not-a-provider':
      return "Something responds at this address, but it isn't a provider. Check the address: it may need a path after the host."
    case 'web-page':
      return 'A web page responds at this address, not a provider. Check the address. If it is right, open a browser in case this network needs a sign-in, or call IT.'
    case 'reads-refused':
      return 'Signed in, but this account may not look up moves. Check that the API token or client secret is the right one, or ask the provider what this account may do.'
    case null:
      break
    default:
      return assertNever(detail)
  }
  if (cause === 'no-network') {
    return "This address was not found. Check its spelling. If web pages don't open either, this computer has no network."
  }
  if (cause === 'provider-down') {
    return 'Nothing responds at this address. Check the address and its port. If they are right, the provider is down: try again later.'
  }
  return cause === null ? '' : describeCause(cause, fields)
}

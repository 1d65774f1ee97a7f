import { describeCaFile } from './rights-text.ts'
import { providerByPhone } from '../../booking/text/phone-text.ts'
import { assertNever } from '../../../shared/result.ts'
import type { ConnectionState, ConnectionCause, ConnectionTest } from '../../../shared/desk/connection.ts'
import type { Fields, FieldValue } from '../../../shared/outbox/fields.ts'

/** Text for a connection that is down: why nothing leaves for the provider, and what to do. */
export function describeConnection({ cause, detail, fields }: Extract<ConnectionState, { kind: 'down' }>): string {
  switch (detail) {
    case null:
      return needsPerson(cause) ? `${describeCause(cause, fields)} ${TRIED_AGAIN}` : CAUSES[cause]
    case 'no-answers':
      return 'Bookings get no answer that can be believed, so no more are sent for a while. One is tried by itself after that.'
    case 'clock-unknown':
      return 'The provider’s answers do not agree on the time, so nothing leaves yet. It is asked again by itself. If this stays, look at the clock of this PC.'
    case 'internal':
      return 'Sending stopped on a fault of this app and is tried again by itself. If it stays, call support.'
    case 'outcome-unsaved':
      return describeUnsavedOutcome(fields['numbers'])
    case 'redirected':
      return `${CAUSES['protocol-changed']} ${UNTIL_RESTART}`
    case 'refused-twice':
      return `The provider refused a booking for its token twice. ${UNTIL_RESTART}`
    case 'forbidden':
      return `This account may not book. Ask your administrator. ${UNTIL_RESTART}`
    case 'endpoint-not-found':
      return `The provider does not know this kind of booking. The app or its settings are out of date. ${UNTIL_RESTART}`
    case 'web-page':
      return WEB_PAGE
    case 'reads-refused':
      return `${READS_REFUSED} Bookings wait here; the link is tried again every five minutes.`
    default:
      return assertNever(detail)
  }
}

const CAUSES: Readonly<Record<ConnectionCause, string>> = {
  'no-network': 'No network',
  'provider-down': 'The provider does not answer, or answers with a fault',
  'unsafe-network':
    'The network is not safe: it may want a sign-in page, or its certificate is not trusted. Open a browser or call IT.',
  'proxy-sign-in': "This network's proxy wants a sign-in. Open a browser, sign in there, or call IT.",
  'proxy-refuses': "This network's proxy does not let Lanekeeper through to the provider. Call IT.",
  'token-missing': "The provider's token or client secret is missing. Enter it in Settings.",
  'token-refused':
    'The provider does not accept the token or client secret of this desk. Bookings wait here until a new one is entered in Settings.',
  'provider-busy': 'The provider is busy and asked us to wait. Bookings leave by themselves after that.',
  disk: 'The disk is full or cannot be written. Nothing was sent. Free space; bookings leave by themselves then.',
  'protocol-changed': 'The provider sends us to another address. Call support.',
  'not-the-provider':
    'Something answers at the provider’s address, but not as the provider does. Nothing is sent there. If the address in Settings is right, look up a move of the provider by its number: once it shows one, bookings leave.',
}

const WEB_PAGE =
  'A web page answers in place of the provider, perhaps the sign-in page of this network. Nothing is sent to it. Open a browser and sign in, or call IT.'
const READS_REFUSED = 'The provider does not let this account look up moves. Ask the provider what this account may do.'

/**
 * Names the issuer of an untrusted certificate, so that IT can see which sign-in page or traffic inspection intercepts
 * the connection.
 */
function describeCause(cause: ConnectionCause, { issuer }: Fields): string {
  return cause === 'unsafe-network' && typeof issuer === 'string'
    ? `The certificate that answers for the provider is from "${issuer}", which this PC does not trust. Nothing was sent. Open a browser in case the network wants a sign-in page, or ask IT to install that issuer's certificate.`
    : CAUSES[cause]
}

const TRIED_AGAIN = 'The link is tried again every five minutes, at once by File, Try the link now.'
const UNTIL_RESTART =
  'No more bookings are sent until that is put right and the token or client secret is entered again in Settings, or Lanekeeper is started again.'

function needsPerson(cause: ConnectionCause): boolean {
  return cause === 'unsafe-network' || cause === 'proxy-sign-in'
}

function describeUnsavedOutcome(numbers: FieldValue | undefined): string {
  return Array.isArray(numbers)
    ? `Booked as move ${numbers.join(' and ')}, but that could not be saved: the disk is full or cannot be written. Write the number down and free space.`
    : 'The outcome of a booking could not be saved: the disk is full or cannot be written. Free space; nothing more is sent until then.'
}

/** Text for a move that could not be fetched. `unreadable` means that the provider's response could not be read. */
export function describeUnreachable(cause: ConnectionCause | 'unreadable'): string {
  if (cause === 'unreadable')
    return `The provider answered something that cannot be read. Ask ${providerByPhone('them')}.`
  return `${CAUSES[cause].replace(/\.$/, '')}.`
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
  if (good) return 'The provider answers, and takes what this desk signs in with.'
  switch (detail) {
    case 'timeout':
      return 'Nothing answered within 20 seconds. Check the address, or try again in a moment.'
    case 'token-rejected':
      return 'The provider does not accept this token or client secret. Check that it is whole, or ask the provider for a new one.'
    case 'not-a-provider':
      return 'Something answers at this address, but not as a provider does. Check the address: it may need a path behind the host.'
    case 'web-page':
      return 'A web page answers at this address, not a provider. Check the address; if it is right, open a browser in case this network wants a sign-in, or call IT.'
    case 'reads-refused':
      return 'This desk may sign in, but not look up moves. Check that the token or client secret is the right one, or ask the provider what this account may do.'
    case null:
      break
    default:
      return assertNever(detail)
  }
  if (cause === 'no-network') {
    return 'This address was not found. Check its spelling; if other pages do not open on this PC either, it has no network.'
  }
  if (cause === 'provider-down') {
    return 'Nothing answers at this address as it should. Check the address and its port; if they are right, the provider is down: try again later.'
  }
  return cause === null ? '' : describeCause(cause, fields)
}

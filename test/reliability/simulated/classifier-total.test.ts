import { expect, test } from 'vitest'
import { classify } from '../../../electron/sync/classify-booking.ts'
import { pairAnswer } from '../../support/builders/booked-moves.ts'
import { errorBody, LOGIN_PAGE, sentBooking, verdictOf } from '../../support/builders/sent-request.ts'
import { openGoal } from '../../support/reliability/goals.ts'

const BODIES = {
  'a valid booking': pairAnswer(),
  'a known code': errorBody('field_invalid'),
  'an unknown code': errorBody('something_new'),
  'a login page': LOGIN_PAGE,
}

/** The codes by which Node, its HTTP parser, TLS and undici name a broken connection, and some made-up codes. */
const CODES =
  `EACCES EADDRINUSE EADDRNOTAVAIL EAI_AGAIN EAI_FAIL EALREADY EBADF EBUSY ECANCELED ECONNABORTED ECONNREFUSED
  ECONNRESET EDESTADDRREQ EHOSTDOWN EHOSTUNREACH EINTR EINVAL EIO EISCONN EMFILE EMSGSIZE ENETDOWN ENETRESET ENETUNREACH
  ENFILE ENOBUFS ENOENT ENOMEM ENOTCONN ENOTFOUND ENOTSOCK EPERM EPIPE EPROTO ESHUTDOWN ETIMEDOUT ABORT_ERR
  ERR_STREAM_PREMATURE_CLOSE ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END ERR_SOCKET_CLOSED ERR_SOCKET_CONNECTION_TIMEOUT
  ERR_HTTP2_STREAM_ERROR ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE
  CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE HPE_INVALID_CONSTANT
  HPE_HEADER_OVERFLOW HPE_INVALID_EOF_STATE HPE_UNEXPECTED_CONTENT_LENGTH UND_ERR_SOCKET UND_ERR_HEADERS_TIMEOUT
  UND_ERR_BODY_TIMEOUT UND_ERR_CONNECT_TIMEOUT answer-timeout answer-too-long aborted closed never-heard-of`.split(
    /\s+/,
  )

test(
  'The classifier calls an outcome retryable only for 401, 421, 425, 429 and for zero bytes handed over',
  { tags: ['g04'] },
  () => {
    const goal = openGoal('G4', 'in mode N nothing that was handed over leaves again by itself but rows 16, 22 and 26')
    let answers = 0
    for (const body of Object.values(BODIES)) {
      for (let status = 100; status < 600; status += 1) {
        answers += 1
        if (verdictOf(status, body).proof === 'retryable') expect([401, 421, 425, 429]).toContain(status)
      }
    }
    let broken = 0
    for (const code of CODES) {
      for (const bytes of [0, 1, 412]) {
        const { proof } = classify({ kind: 'broken', code, bytes }, sentBooking())
        expect([code, bytes, proof]).toEqual([code, bytes, bytes === 0 ? 'retryable' : 'unknown'])
        if (bytes < 2) broken += 1
      }
    }
    goal.held({
      answers: { did: answers, floor: 2000 },
      'broken connections': { did: broken, floor: 120 },
      codes: { did: new Set(CODES).size, floor: 60 },
    })
  },
)

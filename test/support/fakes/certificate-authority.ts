import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

export type Certificate = { readonly key: string; readonly cert: string }

/** A new certificate authority, which this process trusts until the test ends. */
export type Authority = {
  /** The root certificate (PEM). */
  readonly file: string
  /** A certificate for a name, and for 127.0.0.1 if `more` says so. */
  certify(name: string, more?: readonly string[]): Certificate
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/**
 * `isTrusted: false` leaves the authority unknown to this process. Its files are removed with the test, unless they
 * stand in a `folder` of the caller.
 */
export function createAuthority({
  isTrusted = true,
  folder = temporaryFolder(),
}: { readonly isTrusted?: boolean; readonly folder?: string } = {}): Authority {
  const at = (name: string) => join(folder, name)
  const [key, file] = [at('authority.key'), at('authority.pem')]
  const subject = ['-subj', '/CN=Authority of a test']
  openssl(['req', '-x509', ...CURVE, '-days', '2', ...subject, '-keyout', key, '-out', file])
  if (isTrusted) {
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, readFileSync(file, 'utf8')])
    onTestFinished(() => setDefaultCACertificates(trusted))
  }
  return {
    file,
    certify(name, more = []) {
      const [own, asked, cert, says] = [at(`${name}.key`), at(`${name}.csr`), at(`${name}.pem`), at(`${name}.ext`)]
      writeFileSync(says, `subjectAltName=${[`DNS:${name}`, ...more].join(',')}\n`)
      openssl(['req', '-new', ...CURVE, '-subj', `/CN=${name}`, '-keyout', own, '-out', asked])
      const by = ['-CA', file, '-CAkey', key, '-CAcreateserial']
      openssl(['x509', '-req', '-in', asked, ...by, '-days', '2', '-extfile', says, '-out', cert])
      return { key: readFileSync(own, 'utf8'), cert: readFileSync(cert, 'utf8') }
    },
  }
}

/** A new self-signed certificate. */
export function selfSigned(name = 'localhost'): Certificate {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`]
  openssl(['req', '-x509', ...CURVE, '-days', '2', ...names, '-keyout', key, '-out', cert])
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

function openssl(args: readonly string[]): void {
  try {
    execFileSync('openssl', args, { stdio: 'pipe' })
  } catch (error) {
    throw new Error('openssl, which makes the certificates of this test, is not on this machine or failed', {
      cause: error,
    })
  }
}

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as tls from 'node:tls'
import type { CaFileProblem } from '../../../shared/desk/ca-file.ts'
import { rightsProblem } from '../../platform/file-rights.ts'

/*
 * The root certificates that the desk trusts for a provider: Node's own, the operating system's, and those of a file
 * that IT names. Where a dealership's network inspects TLS, Node's own roots do not include that network's root.
 */

/** Where Linux distributions and macOS keep the system's certificates, for a runtime that cannot read them itself. */
const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

const MIN_TLS_VERSION = 'TLSv1.2'

export type TrustedRoots = {
  /** For each TLS connection to the provider. Verification stays on. */
  readonly context: tls.SecureContext
  readonly problem: CaFileProblem | null
}

/**
 * Returns a function that gives the trusted certificates for a certificate file (PEM, absolute path, or null for none).
 * A call reads the file again if the previous call had another path or found a problem.
 */
export function createTrustedRoots(): (caFile: string | null) => TrustedRoots {
  let system: readonly string[] | null = null
  let last: { readonly caFile: string | null; readonly roots: TrustedRoots } | null = null
  return (caFile) => {
    if (last !== null && last.caFile === caFile && last.roots.problem === null) return last.roots
    system ??= [...new Set([...ownCertificates(), ...systemCertificates()])]
    const roots = withFile(system, caFile)
    last = { caFile, roots }
    return roots
  }
}

function withFile(certificates: readonly string[], caFile: string | null): TrustedRoots {
  if (caFile === null) return { context: contextOf(certificates), problem: null }
  const read = readCaFile(caFile)
  return read.ok
    ? { context: contextOf([...certificates, ...read.certificates]), problem: null }
    : { context: contextOf(certificates), problem: read.problem }
}

type CaFile =
  | { readonly ok: true; readonly certificates: readonly string[] }
  | { readonly ok: false; readonly problem: CaFileProblem }

function readCaFile(path: string): CaFile {
  try {
    const problem = rightsProblem(path)
    if (problem !== null) return { ok: false, problem }
  } catch {
    return { ok: false, problem: 'unreadable' }
  }
  const certificates = certificatesOf(path)
  if (certificates === null) return { ok: false, problem: 'unreadable' }
  return certificates.length > 0 && certificates.every(isCertificate)
    ? { ok: true, certificates }
    : { ok: false, problem: 'not-pem' }
}

/** Checks a certificate, because Node silently skips a certificate that it cannot parse. */
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

function contextOf(ca: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({ ca: [...ca], minVersion: MIN_TLS_VERSION })
}

/** Node before 22.15 lacks `getCACertificates`, and `package.json` allows Node 20. */
const runtime = tls as Partial<Pick<typeof tls, 'getCACertificates'>>

function ownCertificates(): readonly string[] {
  return runtime.getCACertificates?.('default') ?? tls.rootCertificates
}

function systemCertificates(): readonly string[] {
  if (runtime.getCACertificates !== undefined) return runtime.getCACertificates('system')
  for (const bundle of SYSTEM_BUNDLES) {
    const certificates = certificatesOf(bundle)
    if (certificates !== null) return certificates
  }
  return []
}

/** The certificates of a PEM file; null for a file that cannot be read. */
function certificatesOf(path: string): readonly string[] | null {
  try {
    return readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  } catch {
    return null
  }
}

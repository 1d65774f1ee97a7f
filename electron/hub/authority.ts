import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type JsonGeneralName,
} from '@peculiar/x509'
import { fromMillis, toMillis, type UtcInstant } from '../../shared/time/time.ts'

/** A certificate and its private key, both PEM. */
export type CertifiedKey = { readonly certificate: string; readonly key: string }

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000
/** A desk whose clock is behind must accept a new certificate. */
const EARLIER_DAYS = 1
const AUTHORITY_DAYS = 3650

/** How long the certificate of a desk and of the hub is good. */
const CERTIFICATE_DAYS = 730

/** Creates the rooftop's own certificate authority. */
export async function createAuthority(rooftop: string, now: UtcInstant): Promise<CertifiedKey> {
  const keys = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['Lanekeeper board'] }, { O: [rooftop] }],
    keys,
    ...validity(now, AUTHORITY_DAYS),
    signingAlgorithm: SIGNATURE,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await privateKeyOf(keys.privateKey) }
}

/** Creates a key and its certificate: of a client, or of a server with the names that a client checks. */
export async function issueCertificate(
  authority: CertifiedKey,
  wanted: {
    readonly commonName: string
    readonly server: { readonly addresses: readonly string[]; readonly names: readonly string[] } | null
    readonly now: UtcInstant
    readonly days?: number
  },
): Promise<CertifiedKey> {
  const issuer = new X509Certificate(authority.certificate)
  const [signing] = PemConverter.decode(authority.key)
  if (signing === undefined) throw new Error('the key of the authority is not a PEM file')
  const signingKey = await crypto.subtle.importKey('pkcs8', signing, CURVE, false, ['sign'])
  const keys = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const { server } = wanted
  const alternatives: readonly JsonGeneralName[] = [
    ...(server?.addresses ?? []).map((value) => ({ type: 'ip', value }) as const),
    ...(server?.names ?? []).map((value) => ({ type: 'dns', value }) as const),
  ]
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [wanted.commonName] }],
    issuer: issuer.subjectName.toJSON(),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: SIGNATURE,
    ...validity(wanted.now, wanted.days ?? CERTIFICATE_DAYS),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([server === null ? ExtendedKeyUsage.clientAuth : ExtendedKeyUsage.serverAuth]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer),
      ...(alternatives.length === 0 ? [] : [new SubjectAlternativeNameExtension([...alternatives])]),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await privateKeyOf(keys.privateKey) }
}

/** Returns when a PEM certificate ends. */
export function certificateEnd(pem: string): UtcInstant {
  return fromMillis(new X509Certificate(pem).notAfter.getTime())
}

function validity(now: UtcInstant, days: number): { readonly notBefore: Date; readonly notAfter: Date } {
  const at = toMillis(now)
  return { notBefore: new Date(at - EARLIER_DAYS * DAY_MS), notAfter: new Date(at + days * DAY_MS) }
}

async function privateKeyOf(key: Parameters<typeof crypto.subtle.exportKey>[1]): Promise<string> {
  return `${PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag)}\n`
}

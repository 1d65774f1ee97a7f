import type { RightsProblem } from './rights-problem.ts'

/**
 * Why a certificate file adds nothing: the file cannot be read, holds no certificate that can be parsed, or can be
 * changed by an account that is neither this user nor root.
 */
export type CaFileProblem = 'unreadable' | 'not-pem' | RightsProblem

/** A certificate file of the settings whose certificates are not trusted. */
export type UnusableCaFile = { readonly path: string; readonly problem: CaFileProblem }

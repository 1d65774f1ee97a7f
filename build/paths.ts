import path from 'node:path'

/** The folder of the checkout. */
export const REPO_ROOT = path.dirname(import.meta.dirname)

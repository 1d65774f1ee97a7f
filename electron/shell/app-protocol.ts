import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { protocol, type Session } from 'electron'

/*
 * The scheme of the page. Only files that were in the page's folder at the start have an address, so no path leads out
 * of that folder; every response carries `CONTENT_SECURITY_POLICY`.
 */

export const APP_URL = 'app://lanekeeper/index.html'
export const APP_ORIGIN = 'app://lanekeeper'

/** The page loads and runs its own files, and never evaluates text. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/**
 * Serves the files of `folder` under `APP_ORIGIN`, and `404` for every other address. Must run when the app is ready.
 */
export function handleAppProtocol(session: Session, folder: string): void {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]),
  )
  session.protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const file = url.host === 'lanekeeper' && request.method === 'GET' ? files.get(url.pathname) : undefined
    if (file === undefined) return answer(404, 'text/plain', 'No such page.')
    return answer(200, CONTENT_TYPES[extname(file)] ?? 'application/octet-stream', await readFile(file))
  })
}

function answer(status: number, type: string, body: string | Buffer<ArrayBuffer>): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': type,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  })
}

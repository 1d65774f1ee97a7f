import { protocol, type Session } from 'electron'

/*
 * `npm run dev` builds this file in place of electron/shell/app-protocol.ts. The page keeps its address, Vite's dev
 * server delivers its files, and the policy below allows the inline scripts and the socket of hot reload.
 */

export const APP_URL = 'app://lanekeeper/index.html'
export const APP_ORIGIN = 'app://lanekeeper'

const SERVER = new URL(process.env['LANEKEEPER_DEV_SERVER'] ?? 'http://127.0.0.1:5173')
const SOCKET = `ws://${SERVER.host}`

const DEV_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  `connect-src 'self' ${SOCKET}`,
].join('; ')

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

export function handleAppProtocol(session: Session): void {
  // The page's session has a proxy that refuses every connection, and the socket of hot reload bypasses that proxy.
  void session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:1',
    proxyBypassRules: `<-loopback>;${SERVER.host}`,
  })
  session.protocol.handle('app', async (request) => {
    const { pathname, search } = new URL(request.url)
    const answer = await fetch(new URL(pathname + search, SERVER).href)
    const headers = new Headers(answer.headers)
    headers.set('content-security-policy', DEV_CONTENT_SECURITY_POLICY)
    return new Response(answer.body, { status: answer.status, headers })
  })
  // Electron keeps only the last `onBeforeRequest` listener, so this listener replaces that of
  // electron/shell/window.ts. This listener also allows requests to the dev server.
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const isOwn = [`${APP_ORIGIN}/`, `${SOCKET}/`, SERVER.href, 'devtools://'].some((start) => url.startsWith(start))
    answer({ cancel: !isOwn })
  })
}

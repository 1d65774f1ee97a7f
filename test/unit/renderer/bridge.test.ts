import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../../renderer/bridge.ts'
import { CALLS, type CallName, type EventName } from '../../../shared/bridge/names.ts'
import type { TextBridge } from '../../../shared/bridge/text-bridge.ts'

/** A page whose preload answers every call with `answer`, and that sends texts as events. */
function openPage(answer: (name: CallName, input: unknown) => Promise<string>) {
  const listeners = new Map<EventName, (text: string) => void>()
  const preload = {
    ...Object.fromEntries(CALLS.map((name) => [name, (input: unknown) => answer(name, input)])),
    on: (event: EventName, listener: (text: string) => void) => {
      listeners.set(event, listener)
      return () => listeners.delete(event)
    },
  }
  vi.stubGlobal('window', { lanekeeper: preload as unknown as TextBridge })
  return { bridge: connect(), send: (event: EventName, text: string) => listeners.get(event)?.(text) }
}

const NO_RESPONSE = { ok: false, failure: { code: 'internal', detail: 'no-response' } }

describe('The bridge of the page', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('The bridge passes the argument of a call on as it is, and parses the reply', async () => {
    const inputs: unknown[] = []
    const { bridge } = openPage((_name, input) => {
      inputs.push(input)
      return Promise.resolve('{"ok":true,"value":{"miles":3.5},"asOf":7}')
    })
    expect(await bridge.distanceTo({ zip: '23220' })).toEqual({ ok: true, value: { miles: 3.5 }, asOf: 7 })
    expect(inputs).toEqual([{ zip: '23220' }])
  })

  test('The bridge passes each call on under its own name', async () => {
    const { bridge } = openPage((name) => Promise.resolve(JSON.stringify({ ok: true, value: name, asOf: 0 })))
    for (const name of CALLS) expect(await bridge[name](null as never)).toMatchObject({ value: name })
  })

  test('A failure of the main process reaches the page with its code', async () => {
    const { bridge } = openPage(() => Promise.resolve('{"ok":false,"failure":{"code":"busy"},"asOf":2}'))
    expect(await bridge.readStatus(null)).toMatchObject({ ok: false, failure: { code: 'busy' }, asOf: 2 })
  })

  test('A call that is rejected, that throws, or whose text is broken answers with a failure', async () => {
    const broken: readonly (() => Promise<string>)[] = [
      () => Promise.reject(new Error('the main process is gone')),
      () => {
        throw new Error('an object could not be cloned')
      },
      () => Promise.resolve('{"ok":tr'),
    ]
    for (const answer of broken) {
      expect(await openPage(answer).bridge.readStatus(null)).toMatchObject(NO_RESPONSE)
    }
  })

  test('The bridge parses an event for its listener, until the listener ends', () => {
    const { bridge, send } = openPage(() => Promise.resolve(''))
    const heard: unknown[] = []
    const end = bridge.on('commandChosen', (what) => heard.push(what))
    send('commandChosen', '{"command":"new-booking"}')
    send('deskChanged', '{"waiting":1}')
    end()
    send('commandChosen', '{"command":"find"}')
    expect(heard).toEqual([{ command: 'new-booking' }])
  })

  test('A page outside the Lanekeeper window gets an error instead of the bridge', () => {
    vi.stubGlobal('window', {})
    expect(connect).toThrow('only inside the Lanekeeper window')
  })
})

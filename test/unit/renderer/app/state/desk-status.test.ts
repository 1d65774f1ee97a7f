import { expect, test } from 'vitest'
import type { Bridge, DeskStatus } from '../../../../../shared/bridge/calls.ts'
import { createDeskStatus } from '../../../../../renderer/app/state/desk-status.ts'

/** A bridge whose replies and events the test triggers. */
function slowBridge() {
  const heard: ((status: DeskStatus) => void)[] = []
  let answer: (status: DeskStatus) => void = () => {}
  const bridge = {
    on: (event: string, hear: (status: DeskStatus) => void) => void (event === 'deskChanged' && heard.push(hear)),
    setPracticeConnection: () =>
      new Promise((resolve) => {
        answer = (value) => resolve({ ok: true, value })
      }),
  } as unknown as Bridge
  return {
    bridge,
    tell: (status: DeskStatus) => heard.forEach((hear) => hear(status)),
    answer: (status: DeskStatus) => answer(status),
  }
}

const statusAt = (asOf: number, kind: 'up' | 'down') =>
  ({ monotonicAt: asOf, connection: { kind }, providerContact: { name: null, phone: null } }) as unknown as DeskStatus

test('A reply that is older than the shown status does not replace that status, and a newer reply does', async () => {
  const { bridge, tell, answer } = slowBridge()
  const desk = createDeskStatus(bridge)
  for (const [asOf, shown] of [
    [1, 'up'],
    [3, 'down'],
  ] as const) {
    const switched = desk.setPracticeConnection('up')
    tell(statusAt(2, 'up'))
    answer(statusAt(asOf, 'down'))
    await switched
    expect(desk.getState().status?.connection.kind).toBe(shown)
  }
})

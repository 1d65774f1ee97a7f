import { expect, test } from 'vitest'
import type { Bridge, DeskStatus } from '../../../../shared/bridge.ts'
import { makeDesk } from '../../../../renderer/state/desk.ts'

/** A bridge of which the test says when a call is answered and when something is told. */
function slowBridge() {
  const heard: ((status: DeskStatus) => void)[] = []
  let answer: (status: DeskStatus) => void = () => {}
  const bridge = {
    on: (event: string, hear: (status: DeskStatus) => void) => void (event === 'deskChanged' && heard.push(hear)),
    setPracticeLink: () =>
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

const said = (asOf: number, kind: 'up' | 'down') => ({ asOf, link: { kind } }) as unknown as DeskStatus

test('an answer that was said before what is shown does not take its place; a newer one does', async () => {
  const { bridge, tell, answer } = slowBridge()
  const desk = makeDesk(bridge)
  for (const [asOf, shown] of [
    [1, 'up'],
    [3, 'down'],
  ] as const) {
    const switched = desk.setPracticeLink('up')
    tell(said(2, 'up'))
    answer(said(asOf, 'down'))
    await switched
    expect(desk.getState().status?.link.kind).toBe(shown)
  }
})

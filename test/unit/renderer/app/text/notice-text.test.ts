import { expect, test } from 'vitest'
import { describeNotice } from '../../../../../renderer/app/text/notice-text.ts'

const MINUTE = 60_000

test('Two disputed clocks are described with their difference and without a verdict', () => {
  const textFor = (minutes: number) => describeNotice({ code: 'clock-disputed', aheadMs: minutes * MINUTE })
  expect(textFor(180)).toMatch(/^The provider's clock is 3 hours behind this PC's, and this PC's clock seems right\./)
  expect(textFor(-180)).toMatch(/^The provider's clock is 3 hours ahead of this PC's/)
  expect(textFor(180)).toContain('waits in the Inbox for a person')
})

test('A wrong clock is described with the size of its error and with instructions', () => {
  const textFor = (aheadMs: number) => describeNotice({ code: 'clock-wrong', aheadMs })
  expect(textFor(3 * MINUTE)).toMatch(/^This PC's clock is 3 minutes ahead of the provider's\. Set this PC's date/)
  const sizes = [119, 121, 47 * 60, 9 * 24 * 60].map((minutes) => textFor(-minutes * MINUTE).slice(0, 36))
  expect(sizes).toEqual(
    ['119 minutes', '2 hours', '47 hours', '9 days'].map((size) =>
      `This PC's clock is ${size} behind the`.slice(0, 36),
    ),
  )
})

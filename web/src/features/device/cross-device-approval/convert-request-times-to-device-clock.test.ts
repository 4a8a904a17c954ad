import { expect, test } from 'vitest'
import { convertRequestTimesToDeviceClock } from './convert-request-times-to-device-clock.ts'

const asked = Date.parse('2026-11-25T08:00:00.400Z')
const answer = { requestedAt: '2026-11-25T07:59:30.000Z', expiresAt: '2026-11-25T08:05:00.000Z' } as never

test.each([
  ['seven minutes fast', 7 * 60_000],
  ['correct', 0],
  ['a day slow', -24 * 60 * 60_000],
])('request age and remaining time are correct on a phone whose clock is %s', (_, ahead) => {
  const { requestedAt, expiresAt } = convertRequestTimesToDeviceClock(
    answer,
    Math.floor(asked / 1000) * 1000,
    asked + ahead,
  )
  const left = expiresAt - (asked + ahead)
  expect(left).toBeGreaterThan(298_000)
  expect(left).toBeLessThanOrEqual(300_000)
  const ago = asked + ahead - Date.parse(requestedAt)
  expect(Math.abs(ago - 30_000)).toBeLessThanOrEqual(1_000)
})

test('assumes no clock skew without a server time, and never returns an expiry in the past', () => {
  expect(convertRequestTimesToDeviceClock(answer, undefined, asked)).toEqual({
    requestedAt: '2026-11-25T07:59:30.000Z',
    expiresAt: Date.parse('2026-11-25T08:05:00.000Z'),
  })
  expect(convertRequestTimesToDeviceClock(answer, undefined, asked + 3_600_000).expiresAt).toBe(asked + 3_600_000)
})

// Tests of the cross-device long poll, with a manual clock.
import type { CrossDeviceRequestStatus } from '@countersign/api/api-endpoints'
import { expect, test } from 'vitest'
import { createCrossDeviceLongPoll, crossDeviceLongPollTimeoutMs } from './cross-device-long-poll.ts'
import type { CrossDeviceLongPoll } from './cross-device-long-poll.ts'

interface LongPollFixture {
  watch: CrossDeviceLongPoll
  changed: { id: string; state: CrossDeviceRequestStatus }[]
  asked: () => number
  pass: (milliseconds: number) => Promise<void>
  fail: (does: boolean) => void
}

function createLongPollFixture(maxWaiting = 100): LongPollFixture {
  let now = 0
  let asked = 0
  let fails = false
  const alarms = new Set<{ at: number; run: () => void }>()
  const changed: { id: string; state: CrossDeviceRequestStatus }[] = []
  const watch = createCrossDeviceLongPoll({
    maxWaiting,
    listChanged: async () => {
      asked++
      if (fails) throw new Error('no database')
      return changed
    },
    setTimer: (milliseconds, run) => {
      const alarm = { at: now + milliseconds, run }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
  })
  return {
    watch,
    changed,
    asked: () => asked,
    fail: (does) => (fails = does),
    pass: async (milliseconds) => {
      for (const until = now + milliseconds; now < until;) {
        now = Math.min(now + 100, until)
        for (const alarm of alarms)
          if (alarm.at <= now) {
            alarms.delete(alarm)
            alarm.run()
          }
        // Let pending promises settle before time advances.
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      }
    },
  }
}

const address = '192.0.2.1'
const never = new AbortController().signal

function startWaiting(
  { watch }: LongPollFixture,
  { id = 'one', known = 'shown' as CrossDeviceRequestStatus, mostMs = 60_000, from = address, signal = never } = {},
): () => boolean {
  let isOver = false
  void watch.waitForChange({ id, known, mostMs, address: from }, signal).then(() => (isOver = true))
  return () => isOver
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('cross-device long poll returns at once on a local change, for that request only', async () => {
  const context = createLongPollFixture()
  const [one, other] = [startWaiting(context), startWaiting(context, { id: 'other' })]
  context.watch.notifyChanged('one')
  await settle()
  expect([one(), other()]).toEqual([true, false])
})

test('cross-device long poll returns within half a second of a change on another instance', async () => {
  const context = createLongPollFixture()
  const one = startWaiting(context)
  await context.pass(1000)
  expect(one()).toBe(false)
  context.changed.push({ id: 'one', state: 'opened' })
  await context.pass(400)
  expect(one()).toBe(true)
})

test('cross-device long poll does not return for a state the caller already has', async () => {
  const context = createLongPollFixture()
  const one = startWaiting(context, { known: 'opened' })
  context.changed.push({ id: 'one', state: 'opened' })
  await context.pass(2000)
  expect(one()).toBe(false)
})

test('cross-device long poll shares one query among callers and runs none without callers', async () => {
  const context = createLongPollFixture(10_000)
  await context.pass(5000)
  expect(context.asked()).toBe(0)
  for (let count = 0; count < 400; count++) startWaiting(context, { id: `${count}` })
  await context.pass(3000)
  expect(context.asked()).toBeGreaterThanOrEqual(7)
  expect(context.asked()).toBeLessThanOrEqual(10)
  await context.pass(crossDeviceLongPollTimeoutMs)
  const atEnd = context.asked()
  await context.pass(5000)
  expect(context.asked()).toBe(atEnd)
})

test('cross-device long poll retries if the database cannot be read', async () => {
  const context = createLongPollFixture()
  context.fail(true)
  const one = startWaiting(context)
  await context.pass(2000)
  expect(one()).toBe(false)
  context.fail(false)
  context.changed.push({ id: 'one', state: 'answered' })
  await context.pass(700)
  expect(one()).toBe(true)
})

test('cross-device long poll ends after its timeout, or when the code expires', async () => {
  const context = createLongPollFixture()
  const [long, short] = [startWaiting(context), startWaiting(context, { mostMs: 3000 })]
  await context.pass(3100)
  expect([long(), short()]).toEqual([false, true])
  await context.pass(crossDeviceLongPollTimeoutMs)
  expect(long()).toBe(true)
})

test('P16: long poll callers are limited in total and to a twentieth per /24 or /64', async () => {
  const context = createLongPollFixture(400)
  const first = Array.from({ length: 20 }, (_, index) => startWaiting(context, { id: `${index}` }))
  await settle()
  expect(first.filter((isOver) => isOver())).toHaveLength(0)
  const beyond = startWaiting(context, { id: 'beyond' })
  const elsewhere = startWaiting(context, { id: 'elsewhere', from: '198.51.100.1' })
  await settle()
  expect([beyond(), elsewhere()]).toEqual([true, false])
  for (let each = 0; each < 400; each++)
    startWaiting(context, { id: `of ${each}`, from: `2001:${(0xd00 + each).toString(16)}::1` })
  const last = startWaiting(context, { id: 'last', from: '203.0.113.1' })
  await settle()
  expect(last()).toBe(true)
})

test.each([
  ['/48 of one IPv6 /32', (each: number) => `2001:db8:${each.toString(16)}::1`],
  ['/24 of one IPv4 /16', (each: number) => `198.18.${each % 256}.1`],
])('N17 P16: long poll callers from each %s hold at most a quarter of the free places', async (_, addressOf) => {
  const context = createLongPollFixture(2000)
  const flood = Array.from({ length: 4000 }, (__, each) =>
    startWaiting(context, { id: `${each}`, from: addressOf(each) }),
  )
  await settle()
  expect(flood.filter((isOver) => !isOver())).toHaveLength(400)
  const others = Array.from({ length: 20 }, (__, each) =>
    startWaiting(context, { id: `x${each}`, from: `203.${each}.113.1` }),
  )
  await settle()
  expect(others.filter((isOver) => isOver())).toHaveLength(0)
  await context.pass(crossDeviceLongPollTimeoutMs + 100)
  const again = startWaiting(context, { id: 'again', from: addressOf(4001) })
  await settle()
  expect(again()).toBe(false)
})

test('P16: long poll keeps only the newest four callers of the same request', async () => {
  const context = createLongPollFixture(20)
  const many = Array.from({ length: 30 }, (_, each) =>
    startWaiting(context, { from: `2001:${(0xd00 + each).toString(16)}::1` }),
  )
  const other = startWaiting(context, { id: 'other' })
  await settle()
  expect(many.map((isOver) => isOver())).toEqual([...Array<boolean>(26).fill(true), ...Array<boolean>(4).fill(false)])
  expect(other()).toBe(false)
})

test('cross-device long poll frees the place of a caller that disconnects', async () => {
  const context = createLongPollFixture(10)
  const gone = new AbortController()
  for (let each = 0; each < 10; each++)
    startWaiting(context, { id: `${each}`, from: `198.${each}.2.1`, signal: gone.signal })
  const before = startWaiting(context)
  await settle()
  expect(before()).toBe(true)
  gone.abort()
  const after = startWaiting(context)
  await settle()
  expect(after()).toBe(false)
})

test('cross-device long poll ends all calls on shutdown and accepts no new ones', async () => {
  const context = createLongPollFixture()
  const one = startWaiting(context)
  context.watch.stop()
  const other = startWaiting(context)
  await settle()
  expect([one(), other()]).toEqual([true, true])
})

// What the driver does for the machine: one question at a time, lives counted by the server's clock, and nothing left behind.
import { expect, test, vi } from 'vitest'
import { waitForDevice } from './driver.ts'
import type { DeviceSurroundings } from './driver.ts'

const created = {
  ok: true,
  answer: {
    id: 'c1',
    code: '7KQM-RTWX',
    link: 'https://id.example/device?user_code=7KQM-RTWX',
    pair: 'K7',
    expiresAt: '2026-11-25T12:02:00.000Z',
  },
  serverTime: Date.parse('2026-11-25T12:00:00.000Z'),
} as const
/** This device's clock is a year off. */
const now = Date.parse('2025-11-25T12:00:00.000Z')

type Watched = Awaited<ReturnType<DeviceSurroundings['watch']>>

/** Lets everything happen that waits for nothing but its turn. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function begin(more: Partial<Omit<DeviceSurroundings, 'cancel' | 'watch' | 'submit'>> = {}) {
  const answers: ((watched: Watched) => void)[] = []
  const signals: AbortSignal[] = []
  const world = {
    purpose: { for: 'sign-in' },
    now: () => now,
    after: () => () => undefined,
    createCode: vi.fn(async () => created),
    watch: vi.fn(
      (_id: string, _known: string, signal: AbortSignal) =>
        new Promise<Watched>((resolve) => {
          answers.push(resolve)
          signals.push(signal)
        }),
    ),
    cancel: vi.fn(),
    addressOf: async () => '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
    submit: vi.fn(async () => ({ ok: true as const, answer: { name: 'Ada', next: '/account' } })),
    leave: vi.fn(),
    ...more,
  } satisfies DeviceSurroundings
  const waiting = waitForDevice(world, { isVisible: true, isOnline: true })
  return { world, waiting, answers, signals }
}

const watched = (
  state: 'opened' | 'answered',
  answer: { message: string; signature: string } | null = null,
): Watched => ({
  ok: true,
  answer: { state, expiresAt: created.answer.expiresAt, answer },
})

test('a code lives as long as the server says, whatever this device’s clock is', async () => {
  const { waiting } = begin()
  await settle()
  expect(waiting.getSnapshot().phase).toMatchObject({ at: 'shown', code: { expiresAt: now + 119_000 } })
})

test('there is one question at a time: the next one takes back the one before', async () => {
  const { waiting, world, signals, answers } = begin()
  await settle()
  waiting.send({ type: 'visibility-changed', isVisible: true })
  expect(world.watch).toHaveBeenCalledTimes(2)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  // What comes of the one that was taken back is nobody's news.
  answers[0]?.({ ok: false, problem: { code: 'network.cancelled' } })
  await settle()
  expect(waiting.getSnapshot()).toMatchObject({ phase: { at: 'shown' }, trouble: null })
})

test('what was signed there is handed in here', async () => {
  const { waiting, world, answers } = begin()
  await settle()
  answers[0]?.(watched('answered', { message: 'text', signature: '0x1' }))
  await settle()
  expect(world.submit).toHaveBeenCalledWith('text', '0x1')
  expect(waiting.getSnapshot().phase).toMatchObject({ at: 'done', name: 'Ada' })
  expect(waiting.giveUp()).toBe(false)
})

test('P16 a passkey where only a wallet will do is handed to nobody', async () => {
  const { waiting, world, answers } = begin()
  await settle()
  const assertion = { id: 'a', clientDataJSON: '', authenticatorData: '', signature: '', userHandle: null }
  answers[0]?.({ ok: true, answer: { state: 'answered', expiresAt: created.answer.expiresAt, answer: { assertion } } })
  await settle()
  expect(world.submit).not.toHaveBeenCalled()
  expect(waiting.getSnapshot().phase).toMatchObject({ at: 'failed', problem: { code: 'request.invalid' } })
  expect(world.cancel).toHaveBeenCalledWith('c1')
})

test('whoever leaves ends the code, be it one that comes only then', async () => {
  const { waiting, world, signals } = begin()
  await settle()
  waiting.stop()
  waiting.stop()
  expect(world.cancel.mock.calls).toEqual([['c1']])
  expect(signals[0]?.aborted).toBe(true)
  const late = begin()
  late.waiting.stop()
  await settle()
  expect(late.world.cancel.mock.calls).toEqual([['c1']])
})

test('a page that is left or gives up by itself asks that nothing ends that was answered, unlike the person', async () => {
  const left = begin()
  await settle()
  left.waiting.giveUp()
  expect(left.world.cancel.mock.calls).toEqual([['c1', 'answered']])

  const asleep = begin()
  await settle()
  asleep.answers[0]?.({ ok: false, problem: { code: 'session.required' } })
  await settle()
  expect(asleep.world.cancel.mock.calls).toEqual([['c1', 'answered']])

  const cancelled = begin()
  await settle()
  cancelled.waiting.stop()
  expect(cancelled.world.cancel.mock.calls).toEqual([['c1']])
})

test('a code that comes when another one is wanted already is ended', async () => {
  const arrive: (() => void)[] = []
  const createCode = () => new Promise<typeof created>((resolve) => arrive.push(() => resolve(created)))
  const { waiting, world } = begin({ createCode: vi.fn(createCode) })
  waiting.send({ type: 'start-over' })
  arrive[0]?.()
  await settle()
  expect(world.cancel.mock.calls).toEqual([['c1']])
  expect(waiting.getSnapshot().phase.at).toBe('asking')
  arrive[1]?.()
  await settle()
  expect(waiting.getSnapshot().phase.at).toBe('shown')
  expect(world.cancel).toHaveBeenCalledTimes(1)
})

test('P16 a merge takes the wallet that it is with, and no other’s signature is handed in', async () => {
  const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
  const other = '0xffcf8fdee72ac11b5c542428b35eef5769c409f0'
  for (const [signer, handedIn] of [
    [address, 1],
    [address.toLowerCase(), 1],
    [other, 0],
  ] as const) {
    const { waiting, world, answers } = begin({
      purpose: { for: 'merge', addresses: [address] },
      addressOf: async () => signer,
    })
    await settle()
    answers[0]?.(watched('answered', { message: 'text', signature: '0x1' }))
    await settle()
    expect(world.submit).toHaveBeenCalledTimes(handedIn)
    expect(world.cancel).toHaveBeenCalledTimes(1 - handedIn)
    expect(waiting.getSnapshot().phase).toMatchObject(
      handedIn ? { at: 'done' } : { at: 'failed', problem: { code: 'wallet.not_this' }, address: other },
    )
  }
})

test('why there is no code is heard by whoever the page is for', async () => {
  const hear = vi.fn()
  const problem = { code: 'interaction.unusable' }
  begin({ hear, createCode: async () => ({ ok: false, problem }) })
  await settle()
  expect(hear).toHaveBeenCalledWith(problem)
})

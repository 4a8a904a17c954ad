// Runner of the cross-device state machine: one poll at a time, server clock, cleanup.
import { expect, test, vi } from 'vitest'
import { createCrossDeviceStateMachineRunner } from './cross-device-state-machine-runner.ts'
import type { CrossDeviceProofDependencies } from './cross-device-proof-dependencies.ts'

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
const now = Date.parse('2025-11-25T12:00:00.000Z')

type Watched = Awaited<ReturnType<CrossDeviceProofDependencies['fetchStatus']>>

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function startDriver(more: Partial<Omit<CrossDeviceProofDependencies, 'cancelCode' | 'fetchStatus' | 'submit'>> = {}) {
  const answers: ((statusResponse: Watched) => void)[] = []
  const signals: AbortSignal[] = []
  const context = {
    purpose: { for: 'sign-in' },
    now: () => now,
    after: () => () => undefined,
    createCode: vi.fn(async () => created),
    fetchStatus: vi.fn(
      (_id: string, _known: string, signal: AbortSignal) =>
        new Promise<Watched>((resolve) => {
          answers.push(resolve)
          signals.push(signal)
        }),
    ),
    cancelCode: vi.fn(),
    parseMessageAddress: async () => '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
    submit: vi.fn(async () => ({ ok: true as const, answer: { name: 'Ada', next: '/account' } })),
    leave: vi.fn(),
    ...more,
  } satisfies CrossDeviceProofDependencies
  const waiting = createCrossDeviceStateMachineRunner(context, { isVisible: true, isOnline: true })
  return { world: context, waiting, answers, signals }
}

const statusResponse = (
  state: 'opened' | 'answered',
  answer: { message: string; signature: string } | null = null,
): Watched => ({
  ok: true,
  answer: { state, expiresAt: created.answer.expiresAt, answer },
})

test('a cross-device code expires by server time, regardless of the device clock', async () => {
  const { waiting } = startDriver()
  await settle()
  expect(waiting.getSnapshot().phase).toMatchObject({ at: 'shown', code: { expiresAt: now + 119_000 } })
})

test('a new status poll aborts the previous one', async () => {
  const { waiting, world: context, signals, answers } = startDriver()
  await settle()
  waiting.send({ type: 'visibility-changed', isVisible: true })
  expect(context.fetchStatus).toHaveBeenCalledTimes(2)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  answers[0]?.({ ok: false, problem: { code: 'network.cancelled' } })
  await settle()
  expect(waiting.getSnapshot()).toMatchObject({ phase: { at: 'shown' }, pollError: null })
})

test('submits the signature made on the other device', async () => {
  const { waiting, world: context, answers } = startDriver()
  await settle()
  answers[0]?.(statusResponse('answered', { message: 'text', signature: '0x1' }))
  await settle()
  expect(context.submit).toHaveBeenCalledWith('text', '0x1')
  expect(waiting.getSnapshot().phase).toMatchObject({ at: 'done', name: 'Ada' })
  expect(waiting.expireCode()).toBe(false)
})

test('P16: does not submit a passkey assertion when a wallet is required', async () => {
  const { waiting, world: context, answers } = startDriver()
  await settle()
  const assertion = { id: 'a', clientDataJSON: '', authenticatorData: '', signature: '', userHandle: null }
  answers[0]?.({ ok: true, answer: { state: 'answered', expiresAt: created.answer.expiresAt, answer: { assertion } } })
  await settle()
  expect(context.submit).not.toHaveBeenCalled()
  expect(waiting.getSnapshot().phase).toMatchObject({ at: 'failed', problem: { code: 'request.invalid' } })
  expect(context.cancelCode).toHaveBeenCalledWith('c1')
})

test('leaving the page cancels the code, even if the code arrives afterwards', async () => {
  const { waiting, world: context, signals } = startDriver()
  await settle()
  waiting.stop()
  waiting.stop()
  expect(context.cancelCode.mock.calls).toEqual([['c1']])
  expect(signals[0]?.aborted).toBe(true)
  const late = startDriver()
  late.waiting.stop()
  await settle()
  expect(late.world.cancelCode.mock.calls).toEqual([['c1']])
})

test('only a cancellation by the person ends an answered code; unloading or failing does not', async () => {
  const left = startDriver()
  await settle()
  left.waiting.expireCode()
  expect(left.world.cancelCode.mock.calls).toEqual([['c1', 'answered']])

  const asleep = startDriver()
  await settle()
  asleep.answers[0]?.({ ok: false, problem: { code: 'session.required' } })
  await settle()
  expect(asleep.world.cancelCode.mock.calls).toEqual([['c1', 'answered']])

  const cancelled = startDriver()
  await settle()
  cancelled.waiting.stop()
  expect(cancelled.world.cancelCode.mock.calls).toEqual([['c1']])
})

test('cancels a code that arrives after a newer one was requested', async () => {
  const arrive: (() => void)[] = []
  const createCode = () => new Promise<typeof created>((resolve) => arrive.push(() => resolve(created)))
  const { waiting, world: context } = startDriver({ createCode: vi.fn(createCode) })
  waiting.send({ type: 'start-over' })
  arrive[0]?.()
  await settle()
  expect(context.cancelCode.mock.calls).toEqual([['c1']])
  expect(waiting.getSnapshot().phase.at).toBe('requesting-code')
  arrive[1]?.()
  await settle()
  expect(waiting.getSnapshot().phase.at).toBe('shown')
  expect(context.cancelCode).toHaveBeenCalledTimes(1)
})

test('P16: a merge accepts only a signature of the wallet being merged', async () => {
  const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
  const other = '0xffcf8fdee72ac11b5c542428b35eef5769c409f0'
  for (const [signer, handedIn] of [
    [address, 1],
    [address.toLowerCase(), 1],
    [other, 0],
  ] as const) {
    const {
      waiting,
      world: context,
      answers,
    } = startDriver({
      purpose: { for: 'merge', addresses: [address] },
      parseMessageAddress: async () => signer,
    })
    await settle()
    answers[0]?.(statusResponse('answered', { message: 'text', signature: '0x1' }))
    await settle()
    expect(context.submit).toHaveBeenCalledTimes(handedIn)
    expect(context.cancelCode).toHaveBeenCalledTimes(1 - handedIn)
    expect(waiting.getSnapshot().phase).toMatchObject(
      handedIn ? { at: 'done' } : { at: 'failed', problem: { code: 'wallet.not_this' }, address: other },
    )
  }
})

test('reports why no code could be created', async () => {
  const hear = vi.fn()
  const problem = { code: 'interaction.invalid' }
  startDriver({ onProblem: hear, createCode: async () => ({ ok: false, problem }) })
  await settle()
  expect(hear).toHaveBeenCalledWith(problem)
})

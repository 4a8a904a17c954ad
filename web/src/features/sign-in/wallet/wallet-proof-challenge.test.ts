// Tests the challenges of a wallet proof: prefetch, renewal, offline.
import { parseSignInMessage } from '@countersign/message'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  testContextWalletFixture,
  createWalletProofTestContext,
  chooseWalletInTestContext,
} from '../../../testing/wallet-proof-test-context.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('replaces a message that is not signed before it expires', async () => {
  const run = await chooseWalletInTestContext('never-signs')
  await run.pass(301_000)
  expect(run.at()).toBe('expired')
  run.provider.play('good')
  run.signIn.send({ type: 'proceed' })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  const [first, second] = run.provider.texts.map((text) => parseSignInMessage(text).nonce)
  expect(first).not.toBe(second)
})

test('keeps the challenge fresh for hours, so that choosing a wallet never has to wait', async () => {
  const run = createWalletProofTestContext('good')
  await run.pass(3 * 3_600_000 + 10_000)
  expect(run.signIn.getSnapshot().slot.at).toBe('ready')
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
})

test('continues with a wallet chosen before the challenge arrives', async () => {
  const slow = createWalletProofTestContext('good', { latency: 3_000 })
  await slow.pass(1_100)
  slow.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await slow.pass(500)
  expect(slow.at()).toBe('preparing')
  await slow.pass(10_000)
  expect(slow.at()).toBe('done')
})

test('asks a chosen wallet to sign only after a failed challenge request succeeds', async () => {
  const run = createWalletProofTestContext('good', {
    latency: 3_000,
    challengeProblems: [{ code: 'network.unreachable' }],
  })
  await run.pass(1_100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(500)
  expect(run.at()).toBe('preparing')
  await run.pass(2_000)
  expect(run.at()).toBe('unreachable')
  expect(run.provider.methods).toContain('eth_requestAccounts')
  expect(run.provider.methods).not.toContain('personal_sign')
  await run.pass(15_000)
  expect(run.at()).toBe('done')
  expect(run.provider.methods.filter((method) => method === 'personal_sign')).toHaveLength(1)
})

test('keeps a signature while offline and sends it when the network is back', async () => {
  const run = createWalletProofTestContext('good')
  run.world.signInProblems.push({ code: 'network.offline' })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(5_000)
  run.signIn.send({ type: 'connectivity-changed', isOnline: false })
  await run.pass(60_000)
  expect(run.at()).toBe('offline')
  run.signIn.send({ type: 'connectivity-changed', isOnline: true })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(run.provider.texts).toHaveLength(1)
})

test('retries the challenge automatically when the server is unreachable or limits requests', async () => {
  const unreachable = { code: 'network.unreachable' }
  const run = createWalletProofTestContext('good', {
    challengeProblems: [unreachable, { code: 'rate.limited', retryAfterSeconds: 30 }],
  })
  await run.pass(1_000)
  expect(run.at()).toBe('unreachable')
  await run.pass(5_000)
  expect(run.at()).toBe('rate-limited')
  await run.pass(29_000)
  expect(run.at()).toBe('rate-limited')
  await run.pass(2_000)
  expect(run.at()).toBe('choosing')
})

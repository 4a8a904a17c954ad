// Tests the whole flow with fake wallets and a manual clock.
import { createFakeEthereumWallet } from '@countersign/testing/fake-ethereum-wallet'
import type { FakeEthereumProvider } from '@countersign/testing/fake-ethereum-provider'
import { parseSignInMessage } from '@countersign/message'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeHexText } from './eip1193-provider.ts'
import {
  alice,
  testContextWalletFixture,
  createWalletProofTestContext,
  chooseWalletInTestContext,
  readableChainFixtures,
  createUnansweringContractTestWallet,
} from '../../../testing/wallet-proof-test-context.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('choosing a wallet connects, shows the message, signs and leaves the page', async () => {
  const run = await chooseWalletInTestContext('good')
  await run.pass(10_000)
  expect(run.phases).toEqual(['discovering', 'choosing', 'connecting', 'message-ready', 'signing', 'checking', 'done'])
  expect(run.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
  expect(run.submitted.map(({ text }) => text)).toEqual(run.provider.texts)
  expect(run.left).toEqual(['/account'])
  expect(run.remembered).toEqual(['w'])
})

test('requests the connection synchronously when a wallet is chosen', async () => {
  const run = createWalletProofTestContext('good')
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  expect(run.provider.methods).toEqual(['eth_requestAccounts'])
})

test('shows the message before the wallet is asked to sign', async () => {
  const run = await chooseWalletInTestContext('good')
  await run.pass(400)
  expect(run.at()).toBe('message-ready')
  expect(run.provider.methods).not.toContain('personal_sign')
})

test('converts a lowercase address to its checksum form', async () => {
  const run = await chooseWalletInTestContext('lower-case-address')
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(parseSignInMessage(run.submitted[0]?.text ?? '').address).toBe(alice.address)
})

test.each(['other-chain', 'never-tells-chain'] as const)(
  '%s: the message names the first accepted chain, without a network switch request',
  async (behavior) => {
    const run = await chooseWalletInTestContext(behavior)
    await run.pass(10_000)
    expect(run.at()).toBe('done')
    expect(parseSignInMessage(run.submitted[0]?.text ?? '').chainId).toBe('1')
    expect(run.provider.methods.filter((method) => method.startsWith('wallet_'))).toEqual([])
  },
)

test.each([
  ['declines-connect', 'connection-declined'],
  ['no-account', 'no-account'],
  ['locked', 'locked'],
  ['pending', 'connection-open'],
  ['fails', 'wallet-failed'],
  ['window-blocked', 'window-blocked'],
  ['throws-oddly', 'connection-declined'],
  ['declines-sign', 'signature-declined'],
  ['cannot-sign', 'cannot-sign'],
  ['disconnects', 'disconnected'],
  ['never-signs', 'signing'],
  ['never-answers', 'connecting'],
  ['switches-address-midway', 'address-changed'],
] as const)('wallet behavior %s ends in the phase %s', async (behavior, phase) => {
  const run = await chooseWalletInTestContext(behavior)
  await run.pass(5_000)
  expect(run.at()).toBe(phase)
  expect(run.submitted).toEqual([])
})

test.each(['locked', 'pending'] as const)(
  '%s: continues automatically once the person responds in the wallet',
  async (behavior) => {
    const run = await chooseWalletInTestContext(behavior)
    await run.pass(5_000)
    run.provider.approve()
    await run.pass(10_000)
    expect(run.at()).toBe('done')
  },
)

test('pending: continues even if the wallet reports no change', async () => {
  const run = await chooseWalletInTestContext('pending')
  await run.pass(5_000)
  run.provider.play('good')
  await run.provider.request({ method: 'eth_requestAccounts' })
  await run.pass(10_000)
  expect(run.at()).toBe('done')
})

test('pending-sign: sends the message again until the wallet accepts it', async () => {
  const run = await chooseWalletInTestContext('pending-sign')
  await run.pass(10_000)
  expect(run.phases).toContain('signature-open')
  expect(run.at()).toBe('done')
  expect(new Set(run.provider.texts).size).toBe(1)
})

test('marks a slow connection as slow and lets the person request a slow signature again', async () => {
  const connecting = await chooseWalletInTestContext('never-answers')
  await connecting.pass(7_900)
  expect(connecting.signIn.getSnapshot().phase).toMatchObject({ at: 'connecting', slowAt: expect.any(Number) })
  await connecting.pass(200)
  expect(connecting.signIn.getSnapshot().phase).toMatchObject({ at: 'connecting', slowAt: null })

  const signing = await chooseWalletInTestContext('never-signs')
  await signing.pass(21_000)
  expect(signing.signIn.getSnapshot().phase).toMatchObject({ at: 'signing', slowAt: null })
  signing.provider.play('good')
  signing.signIn.send({ type: 'proceed' })
  await signing.pass(5_000)
  expect(signing.at()).toBe('done')
})

test('ignores a wallet response after the person went back', async () => {
  const run = await chooseWalletInTestContext('slow')
  await run.pass(100)
  run.signIn.send({ type: 'back' })
  await run.pass(10_000)
  expect(run.at()).toBe('choosing')
  expect(run.provider.methods).not.toContain('personal_sign')
})

test.each([
  ['wrong-signer', 'other-signer'],
  ['switches-silently', 'address-changed'],
] as const)('%s: a refused signature is shown as %s', async (behavior, phase) => {
  const run = createWalletProofTestContext(behavior)
  run.world.signInProblems.push({ code: 'signature.refused' })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(5_000)
  expect(run.at()).toBe(phase)
  run.provider.play('good')
  run.signIn.send({ type: 'proceed' })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(new Set(run.submitted.map(({ text }) => parseSignInMessage(text).nonce)).size).toBe(2)
})

test('shows a signed-in person their session and allows choosing another wallet', async () => {
  const run = createWalletProofTestContext('good', { person: { name: 'Ada', address: alice.address } })
  await run.pass(100)
  expect(run.at()).toBe('already-signed-in')
  run.signIn.send({ type: 'back' })
  expect(run.at()).toBe('choosing')
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
})

test('handles a wallet that throws, is gone or returns no signature', async () => {
  const thrower: FakeEthereumProvider = {
    ...createFakeEthereumWallet({ behavior: 'good' }),
    request() {
      throw { code: 4001 }
    },
  }
  const run = createWalletProofTestContext(thrower)
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(100)
  expect(run.at()).toBe('connection-declined')
  run.signIn.send({ type: 'back' })
  run.signIn.send({ type: 'wallet-chosen', wallet: { id: 'gone', name: 'Gone' } })
  await run.pass(100)
  expect(run.at()).toBe('disconnected')

  const good = createFakeEthereumWallet({ behavior: 'good' })
  const mute = createWalletProofTestContext({
    ...good,
    request: async (asked) => (asked.method === 'personal_sign' ? null : good.request(asked)),
  })
  await mute.pass(100)
  mute.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await mute.pass(5_000)
  expect(mute.at()).toBe('wallet-failed')
})

test('stopping ends the wallet proof and its timers', async () => {
  const run = await chooseWalletInTestContext('slow')
  run.signIn.stop()
  await run.pass(60_000)
  expect(run.at()).toBe('connecting')
  expect(vi.getTimerCount()).toBe(0)
})

test('encodes a message as its UTF-8 bytes in hex', () => {
  expect(encodeHexText('aé\n')).toBe('0x61c3a90a')
})

test.each([
  ['its code', 'eth_getCode', 1, 2],
  ['its owners', 'eth_call', 2, 1],
] as const)(
  'a retry while waiting detects a shared wallet after the first queries for %s failed',
  async (_, method, failures, messages) => {
    const run = createWalletProofTestContext(
      createUnansweringContractTestWallet((asked, count) => asked === method && count <= failures),
      { readChains: readableChainFixtures },
    )
    await run.pass(100)
    run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
    await run.pass(1_500)
    expect(run.at()).toBe('signing')
    await run.pass(4_000)
    expect(run.signIn.getSnapshot().phase).toMatchObject({
      at: 'awaiting',
      draft: { contract: { owners: { needed: 2, count: 3 } } },
    })
    expect(run.kinds.at(-1)).toBe('contract')
    expect(run.provider.methods.filter((asked) => asked === 'personal_sign')).toHaveLength(messages)
  },
)

// The whole flow as a person lives it, with fake wallets and a clock that the test moves: machine, driver and message
// together. Each test ends in a state that the screen shows.
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

test('one tap connects, shows the message, signs, and goes on', async () => {
  const run = await chooseWalletInTestContext('good')
  await run.pass(10_000)
  expect(run.phases).toEqual(['discovering', 'choosing', 'connecting', 'message-ready', 'signing', 'checking', 'done'])
  expect(run.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
  expect(run.submitted.map(({ text }) => text)).toEqual(run.provider.texts)
  expect(run.left).toEqual(['/account'])
  expect(run.remembered).toEqual(['w'])
})

test('the wallet is asked within the tap itself', async () => {
  const run = createWalletProofTestContext('good')
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  expect(run.provider.methods).toEqual(['eth_requestAccounts'])
})

test('the message is shown before the wallet opens', async () => {
  const run = await chooseWalletInTestContext('good')
  await run.pass(400)
  expect(run.at()).toBe('message-ready')
  expect(run.provider.methods).not.toContain('personal_sign')
})

test('an address in small letters is put into checksum form', async () => {
  const run = await chooseWalletInTestContext('lower-case-address')
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(parseSignInMessage(run.submitted[0]?.text ?? '').address).toBe(alice.address)
})

test.each(['other-chain', 'never-tells-chain'] as const)(
  '%s: the first chain of the server is named, and no switch is asked for',
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
] as const)('%s ends in %s', async (behavior, phase) => {
  const run = await chooseWalletInTestContext(behavior)
  await run.pass(5_000)
  expect(run.at()).toBe(phase)
  expect(run.submitted).toEqual([])
})

test.each(['locked', 'pending'] as const)(
  '%s: goes on by itself once the person has answered in the wallet',
  async (behavior) => {
    const run = await chooseWalletInTestContext(behavior)
    await run.pass(5_000)
    run.provider.approve()
    await run.pass(10_000)
    expect(run.at()).toBe('done')
  },
)

test('pending: goes on even if the wallet does not say that something changed', async () => {
  const run = await chooseWalletInTestContext('pending')
  await run.pass(5_000)
  run.provider.play('good')
  await run.provider.request({ method: 'eth_requestAccounts' })
  await run.pass(10_000)
  expect(run.at()).toBe('done')
})

test('pending-sign: sends the message again until the wallet takes it', async () => {
  const run = await chooseWalletInTestContext('pending-sign')
  await run.pass(10_000)
  expect(run.phases).toContain('signature-open')
  expect(run.at()).toBe('done')
  expect(new Set(run.provider.texts).size).toBe(1)
})

test('a connection that takes long says so, a signature that takes long can be asked for again', async () => {
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

test('an answer that comes after the person gave up is not listened to', async () => {
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
] as const)('%s: the server’s refusal is shown as %s', async (behavior, phase) => {
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

test('who is signed in already is told so, and may take another wallet', async () => {
  const run = createWalletProofTestContext('good', { person: { name: 'Ada', address: alice.address } })
  await run.pass(100)
  expect(run.at()).toBe('already-signed-in')
  run.signIn.send({ type: 'back' })
  expect(run.at()).toBe('choosing')
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
})

test('a wallet that throws at once, or is gone, or returns no signature, ends in a state', async () => {
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

test('stops', async () => {
  const run = await chooseWalletInTestContext('slow')
  run.signIn.stop()
  await run.pass(60_000)
  expect(run.at()).toBe('connecting')
  expect(vi.getTimerCount()).toBe(0)
})

test('writes a text as its UTF-8 bytes', () => {
  expect(encodeHexText('aé\n')).toBe('0x61c3a90a')
})

test.each([
  ['the code at its address', 'eth_getCode', 1, 2],
  ['its owners', 'eth_call', 2, 1],
] as const)(
  'a wallet that did not answer once about %s is asked again while it waits, and shown as shared then',
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

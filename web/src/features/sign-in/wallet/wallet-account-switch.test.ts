import { createFakeEthereumWallet } from '@countersign/testing/fake-ethereum-wallet'
import type { FakeEthereumProvider } from '@countersign/testing/fake-ethereum-provider'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { parseSignInMessage } from '@countersign/message'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  alice,
  testContextWalletFixture,
  createWalletProofTestContext,
  chooseWalletInTestContext,
} from '../../../testing/wallet-proof-test-context.ts'

const { bob } = ethereumTestKeys

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an account switch while signing creates a new challenge and discards the old signature', async () => {
  const run = await chooseWalletInTestContext('switches-address-midway')
  await run.pass(5_000)
  expect(run.at()).toBe('address-changed')
  run.signIn.send({ type: 'proceed' })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(run.submitted).toHaveLength(1)
  const [first, second] = run.provider.texts.map((text) => parseSignInMessage(text))
  expect([first?.address, second?.address]).toEqual([alice.address, bob.address])
  expect(first?.nonce).not.toBe(second?.nonce)
})

test('100 account changes in a second cost only one more challenge', async () => {
  const { provider, emit } = createEmitter()
  const run = createWalletProofTestContext(provider, { latency: 20 })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(300)
  expect(run.at()).toBe('message-ready')
  const before = run.world.challenges
  for (let change = 0; change < 100; change++) {
    emit([change % 2 === 0 ? bob.address : alice.address])
    await run.pass(10)
  }
  expect(run.at()).toBe('address-changed')
  expect(run.world.challenges - before).toBe(1)
})

function createEmitter() {
  const provider = createFakeEthereumWallet({ behavior: 'never-signs' })
  const heard: ((value: unknown) => void)[] = []
  const on: FakeEthereumProvider['on'] = (event, listener) => {
    if (event === 'accountsChanged') heard.push(listener)
    provider.on(event, listener)
  }
  return { provider: { ...provider, on }, emit: (value: unknown) => heard.forEach((listener) => listener(value)) }
}

test.each([[null], [undefined], ['0x1'], [{ accounts: [] }], [42]])(
  'after a malformed account event (%j), rechecks the account and changes nothing if it is the same',
  async (odd) => {
    const { provider, emit } = createEmitter()
    const run = createWalletProofTestContext(provider)
    await run.pass(100)
    run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
    await run.pass(5_000)
    expect(run.at()).toBe('signing')
    const asked = provider.methods.length
    emit(odd)
    await run.pass(1_000)
    expect(provider.methods.slice(asked)).toEqual(['eth_accounts'])
    expect(run.at()).toBe('signing')
    provider.switchAccount()
    await run.pass(1_000)
    expect(run.at()).toBe('address-changed')
  },
)

test('a malformed account event is ignored when the wallet does not respond', async () => {
  const { provider, emit } = createEmitter()
  const run = createWalletProofTestContext({
    ...provider,
    request: async (request) => {
      if (request.method === 'eth_accounts') throw new Error('no')
      return provider.request(request)
    },
  })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(5_000)
  emit(null)
  await run.pass(1_000)
  expect(run.at()).toBe('signing')
})

test('linking continues automatically after a switch to an unlinked account, with a new message', async () => {
  const run = createWalletProofTestContext('switches-address-midway', { purpose: { for: 'link', addresses: [] } })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(run.phases).not.toContain('address-changed')
  expect(run.submitted.map(({ text }) => parseSignInMessage(text).address)).toEqual([bob.address])
})

test('a step-up with the wrong account says so and continues automatically after a switch', async () => {
  const run = createWalletProofTestContext('good', { purpose: { for: 'step-up', addresses: [bob.address] } })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(5_000)
  expect(run.at()).toBe('other-address')
  expect(run.provider.methods).not.toContain('personal_sign')
  run.provider.switchAccount()
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(parseSignInMessage(run.submitted[0]?.text ?? '').address).toBe(bob.address)
  expect(run.left).toEqual(['/account'])
})

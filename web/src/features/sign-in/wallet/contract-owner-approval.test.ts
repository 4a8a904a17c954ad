import { createFakeEthereumWallet } from '@countersign/testing/fake-ethereum-wallet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WalletProofServerProblem } from './wallet-proof-events.ts'
import { buildResumedWalletProofState } from './wallet-proof-state-machine.ts'
import {
  alice,
  testContextWalletFixture,
  createWalletChallengeFixture,
  createWalletProofTestContext,
  chooseWalletInTestContext,
  readableChainFixtures,
  createContractTestWallet,
} from '../../../testing/wallet-proof-test-context.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const awaited: WalletProofServerProblem = { code: 'signature.pending' }

test('polls for the approval of several owners every 15 s, only while the page is visible', async () => {
  const run = createWalletProofTestContext(
    createContractTestWallet({ needed: 2, sign: () => new Promise(() => undefined) }),
    { readChains: readableChainFixtures },
  )
  await run.pass(100)
  run.world.signInProblems.push(awaited, awaited, awaited)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(1_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({
    at: 'awaiting',
    draft: { contract: { owners: { needed: 2, count: 3 } } },
  })
  await run.pass(15_000)
  expect(run.submitted.map(({ signature }) => signature)).toEqual(['0x'])
  run.signIn.send({ type: 'visibility-changed', isVisible: false })
  await run.pass(60_000)
  expect(run.submitted).toHaveLength(1)
  run.signIn.send({ type: 'visibility-changed', isVisible: true })
  await run.pass(100)
  expect(run.submitted).toHaveLength(2)
  run.signIn.send({ type: 'proceed' })
  await run.pass(100)
  expect(run.submitted).toHaveLength(3)
  run.signIn.send({ type: 'proceed' })
  await run.pass(100)
  expect(run.at()).toBe('done')
  expect(run.kinds).toEqual([undefined, 'contract'])
})

test('keeps a signature until a pending approval check responds, so that a message is submitted once', async () => {
  let approve: (signature: string) => void = () => undefined
  const provider = createContractTestWallet({ needed: 2, sign: () => new Promise((resolve) => (approve = resolve)) })
  const run = createWalletProofTestContext(provider, { readChains: readableChainFixtures, latency: 200 })
  await run.pass(300)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(2_000)
  expect(run.at()).toBe('awaiting')
  run.signIn.send({ type: 'proceed' })
  approve('0xbeef')
  await run.pass(100)
  expect(run.at()).toBe('checking')
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(run.submitted.map(({ signature }) => signature)).toEqual(['0x'])
})

test('an empty signature means on-chain approval for a contract wallet and an error for a key', async () => {
  const run = createWalletProofTestContext(createContractTestWallet({ sign: async () => '0x' }), {
    readChains: readableChainFixtures,
  })
  await run.pass(100)
  run.world.signInProblems.push(awaited)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(1_000)
  expect(run.at()).toBe('awaiting')
  expect(run.submitted.map(({ signature }) => signature)).toEqual(['0x'])
  const key = await chooseWalletInTestContext(
    createFakeEthereumWallet({
      behavior: 'good',
      contract: { address: alice.address, chainId: 1, sign: async () => '0x', callChain: async () => '0x' },
    }),
  )
  await key.pass(1_000)
  expect(key.at()).toBe('wallet-failed')
  expect(key.submitted).toEqual([])
})

test('after 20 s, assumes that a wallet has unknown owners and does not renew its message on expiry', async () => {
  const run = createWalletProofTestContext(createContractTestWallet({ behavior: 'never-signs' }), {
    readChains: readableChainFixtures,
  })
  await run.pass(100)
  run.world.signInProblems.push(...Array.from({ length: 400 }, () => awaited))
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(1_000)
  expect(run.at()).toBe('signing')
  await run.pass(20_000)
  expect(run.at()).toBe('awaiting')
  await run.pass(3_600_000)
  expect(run.at()).toBe('expired')
  await run.pass(600_000)
  expect(run.kinds).toEqual([undefined, 'contract'])
  run.signIn.send({ type: 'proceed' })
  await run.pass(700)
  expect(run.kinds).toEqual([undefined, 'contract', 'contract'])
  expect(run.at()).toBe('signing')
})

test('resumes a pending approval with the same message, even when the wallet is asked again', async () => {
  const challenge = createWalletChallengeFixture(77, readableChainFixtures, 3_600_000)
  const connected = {
    wallet: { id: 'fox', name: 'Fox' },
    address: alice.address,
    chainId: '10',
    contract: { owners: { needed: 2, count: 3 } },
  }
  const resumed = buildResumedWalletProofState(challenge, connected, Date.now() + 3_600_000, Date.now())
  if (resumed === null) throw new Error('nothing to come back to')
  const run = createWalletProofTestContext(
    createContractTestWallet({ behavior: 'never-asks-chain', sign: async () => '0xbeef' }),
    {
      readChains: readableChainFixtures,
      resumed,
    },
  )
  run.world.signInProblems.push(awaited)
  await run.pass(100)
  expect(run.challenges).toBe(0)
  expect(run.submitted).toEqual([{ text: resumed.phase.draft.text, signature: '0x' }])
  run.signIn.send({ type: 'ask-wallet', wallet: testContextWalletFixture })
  await run.pass(10_000)
  expect(run.provider.texts).toEqual([resumed.phase.draft.text])
  expect(run.at()).toBe('done')
  expect(run.kinds).toEqual([])
})

test('does not resume a message for a chain that is no longer accepted', () => {
  const connected = {
    wallet: testContextWalletFixture,
    address: alice.address,
    chainId: '99',
    contract: { owners: null },
  }
  expect(
    buildResumedWalletProofState(
      createWalletChallengeFixture(1, readableChainFixtures),
      connected,
      Date.now() + 1_000,
      Date.now(),
    ),
  ).toBeNull()
})

test('a wallet error does not end a pending owner approval, but declining does', async () => {
  const failing = await chooseWalletInTestContext(createContractTestWallet({ needed: 2, behavior: 'cannot-sign' }), {
    readChains: readableChainFixtures,
  })
  await failing.pass(2_000)
  expect(failing.at()).toBe('awaiting')
  const declining = await chooseWalletInTestContext(
    createContractTestWallet({ needed: 2, behavior: 'declines-sign' }),
    {
      readChains: readableChainFixtures,
    },
  )
  await declining.pass(2_000)
  expect(declining.at()).toBe('signature-declined')
})

// Contract wallets in the whole flow: how they are told from keys, and what they sign.
import { createFakeEthereumWallet } from '@countersign/testing/fake-ethereum-wallet'
import { parseSignInMessage } from '@countersign/message'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  testContextWalletFixture,
  createWalletProofTestContext,
  chooseWalletInTestContext,
  readableChainFixtures,
  createContractTestWallet,
  createUnansweringContractTestWallet,
} from '../../../testing/wallet-proof-test-context.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('where the server reads no chain, no wallet is asked what it is', async () => {
  const run = await chooseWalletInTestContext(createContractTestWallet())
  await run.pass(10_000)
  expect(run.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
  expect(run.kinds).toEqual([undefined])
})

test('where it reads one, a plain key is asked once what it is, and nothing else is different', async () => {
  const plain = await chooseWalletInTestContext('good', { readChains: readableChainFixtures })
  const timed = await chooseWalletInTestContext('good')
  for (const run of [plain, timed]) await run.pass(10_000)
  expect(plain.phases).toEqual(timed.phases)
  expect(plain.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_getCode', 'personal_sign'])
  expect(plain.kinds).toEqual([undefined])
})

test('a wallet that never says what it is holds nobody up for longer than 400 ms', async () => {
  const run = await chooseWalletInTestContext(createContractTestWallet({ behavior: 'never-asks-chain' }), {
    readChains: readableChainFixtures,
  })
  await run.pass(401)
  expect(run.at()).toBe('message-ready')
  expect(run.kinds).toEqual([undefined])
})

test('a contract wallet gets a message of its own kind, which names its own chain', async () => {
  const run = await chooseWalletInTestContext(createContractTestWallet(), { readChains: readableChainFixtures })
  await run.pass(10_000)
  expect(run.kinds).toEqual([undefined, 'contract'])
  expect(run.phases).toEqual([
    'discovering',
    'choosing',
    'connecting',
    'preparing',
    'message-ready',
    'signing',
    'checking',
    'done',
  ])
  expect(parseSignInMessage(run.submitted[0]?.text ?? '').chainId).toBe('10')
})

test('S4 a contract wallet on a chain that the server does not read signs nothing', async () => {
  const provider = createContractTestWallet({ chainId: 1 })
  const run = await chooseWalletInTestContext(provider, { readChains: readableChainFixtures })
  await run.pass(10_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({
    at: 'refused',
    code: 'chain.not_supported',
    signed: null,
    connected: { chainId: '1' },
  })
  expect(run.provider.methods).not.toContain('personal_sign')
  expect(run.submitted).toEqual([])
  // The person changes to a chain that is read, and the wallet is asked anew.
  run.signIn.send({ type: 'proceed' })
  await run.pass(100)
  expect(run.provider.methods.filter((method) => method === 'eth_requestAccounts')).toHaveLength(2)
})

test('where the server reads no chain, a contract’s signature that is refused is told from a wrong account', async () => {
  const run = createWalletProofTestContext(createContractTestWallet())
  await run.pass(100)
  run.world.signInProblems.push({ code: 'signature.refused' })
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(10_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'refused', code: 'chain.not_supported' })
})

test('a wallet that never answers about the chain is asked for as long as a signature is not slow', async () => {
  const provider = createUnansweringContractTestWallet((asked) => asked === 'eth_getCode')
  let asked = 0
  const run = createWalletProofTestContext(
    {
      ...provider,
      request: async (request) => ((asked += Number(request.method === 'eth_getCode')), provider.request(request)),
    },
    { readChains: readableChainFixtures },
  )
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(30_000)
  expect(run.at()).toBe('signing')
  const before = asked
  expect(before).toBeLessThan(12)
  await run.pass(60_000)
  expect(asked).toBe(before)
})

test('a wallet that returns the signature of an earlier message is said to, and nothing is sent', async () => {
  const good = createFakeEthereumWallet({ behavior: 'good' })
  let first: unknown
  const run = createWalletProofTestContext({
    ...good,
    request: async (asked) =>
      asked.method === 'personal_sign' ? (first ??= await good.request(asked)) : good.request(asked),
  })
  run.world.signInProblems.push({ code: 'challenge.invalid' })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(5_000)
  expect(run.at()).toBe('expired')
  run.signIn.send({ type: 'proceed' })
  await run.pass(5_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'refused', code: 'wallet.earlier_signature' })
  expect(run.submitted).toHaveLength(1)
})

test('S9 a chain that cannot be read spends nothing: the same signature is sent again by itself', async () => {
  const run = createWalletProofTestContext(createContractTestWallet(), { readChains: readableChainFixtures })
  await run.pass(100)
  run.world.signInProblems.push({ code: 'chain.unavailable' }, { code: 'chain.unavailable' })
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(1_500)
  expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'chain-unavailable', tries: 0 })
  await run.pass(30_000)
  expect(run.at()).toBe('done')
  expect(new Set(run.submitted.map(({ text, signature }) => text + signature)).size).toBe(1)
  expect(run.submitted).toHaveLength(3)
  expect(run.provider.texts).toHaveLength(1)
})

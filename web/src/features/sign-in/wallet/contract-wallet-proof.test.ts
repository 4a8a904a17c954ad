// Tests contract wallets in the whole flow, including detection and signing.
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

test('no wallet is queried for contract code when the server reads no chain', async () => {
  const run = await chooseWalletInTestContext(createContractTestWallet())
  await run.pass(10_000)
  expect(run.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
  expect(run.kinds).toEqual([undefined])
})

test('an ordinary key is queried once for contract code when the server reads a chain', async () => {
  const plain = await chooseWalletInTestContext('good', { readChains: readableChainFixtures })
  const timed = await chooseWalletInTestContext('good')
  for (const run of [plain, timed]) await run.pass(10_000)
  expect(plain.phases).toEqual(timed.phases)
  expect(plain.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_getCode', 'personal_sign'])
  expect(plain.kinds).toEqual([undefined])
})

test('a wallet that never responds to the code query delays the sign-in by at most 400 ms', async () => {
  const run = await chooseWalletInTestContext(createContractTestWallet({ behavior: 'never-asks-chain' }), {
    readChains: readableChainFixtures,
  })
  await run.pass(401)
  expect(run.at()).toBe('message-ready')
  expect(run.kinds).toEqual([undefined])
})

test('a contract wallet gets a contract challenge and a message that names its chain', async () => {
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

test('S4: a contract wallet on a chain the server does not read is not asked to sign', async () => {
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
  run.signIn.send({ type: 'proceed' })
  await run.pass(100)
  expect(run.provider.methods.filter((method) => method === 'eth_requestAccounts')).toHaveLength(2)
})

test('a refused contract signature is reported as an unsupported chain if the server reads none', async () => {
  const run = createWalletProofTestContext(createContractTestWallet())
  await run.pass(100)
  run.world.signInProblems.push({ code: 'signature.refused' })
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(10_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'refused', code: 'chain.not_supported' })
})

test('the contract code query is no longer retried once the signature is slow', async () => {
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

test('a signature of an earlier message is reported and not sent', async () => {
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

test('S9: the same signature is resent automatically while the chain cannot be read', async () => {
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

test.each([
  ['switches to the chain of the wallet and signs a message that names it', true],
  ['asks to switch in the wallet if the wallet does not switch on request', false],
])('a contract wallet that is deployed on another chain %s', async (_, canSwitch) => {
  const provider = createContractTestWallet()
  const asked: unknown[] = []
  let isSwitched = false
  const run = createWalletProofTestContext(
    {
      ...provider,
      request: async (request) => {
        if (request.method === 'eth_chainId') return isSwitched ? '0xa' : '0x1'
        if (request.method === 'eth_getCode' && !isSwitched) return '0x'
        if (request.method !== 'wallet_switchEthereumChain') return provider.request(request)
        asked.push(request.params)
        if (!canSwitch) throw Object.assign(new Error('Unrecognized chain ID.'), { code: 4902 })
        isSwitched = true
        return null
      },
    },
    { readChains: [{ id: '1', name: 'Ethereum' }, ...readableChainFixtures] },
  )
  await run.pass(100)
  run.world.signInProblems.push({ code: 'wallet.on_other_chain', chains: readableChainFixtures })
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  await run.pass(10_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'refused', chainsOfWallet: readableChainFixtures })
  run.signIn.send({ type: 'proceed' })
  await run.pass(10_000)
  expect(asked).toEqual([[{ chainId: '0xa' }]])
  if (canSwitch) {
    expect(run.at()).toBe('done')
    expect(run.submitted.map(({ text }) => parseSignInMessage(text).chainId)).toEqual(['1', '10'])
  } else {
    expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'refused', isSwitchRefused: true })
    expect(run.submitted).toHaveLength(1)
  }
})

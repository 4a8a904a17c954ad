// Tests the wallet that the person operates with the state machine that all wallets use.
import { createFakeEthereumWallet } from '@countersign/testing/fake-ethereum-wallet'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alice, chooseWalletInTestContext, readableChainFixtures } from '../../../testing/wallet-proof-test-context.ts'
import { createManualWallet } from './create-manual-wallet.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

async function chooseManualWallet(given: Parameters<typeof chooseWalletInTestContext>[1] = {}) {
  const wallet = createManualWallet()
  const { request } = wallet.provider
  const run = await chooseWalletInTestContext({ ...createFakeEthereumWallet({ behavior: 'good' }), request }, given)
  const getDraft = () => {
    const { phase } = run.signIn.getSnapshot()
    if (phase.at !== 'signing') throw new Error(`The phase is ${phase.at}.`)
    return phase.draft
  }
  return { run, wallet, getDraft }
}

test('the manual wallet waits for the address and the signature for as long as the message is valid', async () => {
  const { run, wallet, getDraft } = await chooseManualWallet()
  await run.pass(3_600_000)
  expect(run.at()).toBe('connecting')
  wallet.enterAddress(alice.address, null)
  await run.pass(1_000)
  expect(getDraft()).toMatchObject({ address: alice.address, chainId: null })
  await run.pass(60_000)
  const { text } = getDraft()
  const signature = signEthereumMessage(alice, text)
  wallet.enterSignature(signature)
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(run.submitted).toEqual([{ text, signature }])
})

test('the manual wallet counts as a key at once where the server reads contracts', async () => {
  const { run, wallet, getDraft } = await chooseManualWallet({ readChains: readableChainFixtures })
  await run.pass(1_000)
  wallet.enterAddress(alice.address, null)
  await run.pass(500)
  expect(getDraft().contract).toBeNull()
})

test('the manual wallet keeps the address when the message expires, and ignores a signature of the old message', async () => {
  const { run, wallet, getDraft } = await chooseManualWallet()
  await run.pass(1_000)
  wallet.enterAddress(alice.address, null)
  await run.pass(1_000)
  const old = signEthereumMessage(alice, getDraft().text)
  await run.pass(301_000)
  expect(run.at()).toBe('expired')
  wallet.enterSignature(old)
  await run.pass(1_000)
  expect(run.at()).toBe('expired')
  run.signIn.send({ type: 'proceed' })
  await run.pass(1_000)
  expect(getDraft().address).toBe(alice.address)
  wallet.enterSignature(signEthereumMessage(alice, getDraft().text))
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(run.submitted).toHaveLength(1)
})

test('the manual wallet signs a new message on the chain on which the server found a contract', async () => {
  const { run, wallet, getDraft } = await chooseManualWallet({ readChains: readableChainFixtures })
  run.world.signInProblems.push({ code: 'wallet.on_other_chain', chains: readableChainFixtures })
  await run.pass(1_000)
  wallet.enterAddress(alice.address, null)
  await run.pass(1_000)
  expect(getDraft().message.chainId).toBe('1')
  wallet.enterSignature(`0x${'ab'.repeat(130)}`)
  await run.pass(2_000)
  expect(run.at()).toBe('refused')
  run.signIn.send({ type: 'chain-chosen', chainId: '10' })
  await run.pass(2_000)
  expect(getDraft()).toMatchObject({ address: alice.address, message: { chainId: '10' } })
})

test('the manual wallet requests another address if this one is already linked', async () => {
  const { run, wallet, getDraft } = await chooseManualWallet({ purpose: { for: 'link', addresses: [] } })
  run.world.signInProblems.push({ code: 'wallet.already_linked' })
  await run.pass(1_000)
  wallet.enterAddress(alice.address, null)
  await run.pass(1_000)
  wallet.enterSignature(signEthereumMessage(alice, getDraft().text))
  await run.pass(10_000)
  expect(run.at()).toBe('other-address')
  run.signIn.send({ type: 'proceed' })
  expect(run.at()).toBe('connecting')
})

// Tests sign-ins of contract wallets that are deployed on another chain than the message names.
import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import type { FakeChain } from '../../testing/fake-chains.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestContractAddress, relaxedSignInRateLimits } from '../../testing/session-recheck-fixtures.ts'

const { alice, bob } = ethereumTestKeys
const wallet = createTestContractAddress(1)
const ofAlice = createFakeSingleOwnerContractWallet(alice)

async function createThreeChainServer(environment: Record<string, string> = relaxedSignInRateLimits) {
  const chains = [
    createFakeChain({ id: '1', name: 'Ethereum' }),
    createFakeChain({ id: '10', name: 'OP Mainnet' }),
    createFakeChain({ id: '8453', name: 'Base' }),
  ] as const
  return { chains, app: await createTestServer({ chains: createFakeChains(...chains), environment }) }
}

const countReads = (chains: readonly FakeChain[]): number[] => chains.map(({ readings }) => readings.length)

describe('contract wallet on another chain than the message names', () => {
  test('S4: is refused with the chain that it is on, and signs in after switching to it', async () => {
    const { app, chains } = await createThreeChainServer()
    chains[2].deploy(wallet, ofAlice)
    const browser = app.openBrowser()
    const refused = await browser.signIn(alice, { address: wallet, chainId: '1' })
    expect(refused.json()).toMatchObject({
      status: 401,
      code: 'wallet.on_other_chain',
      chains: [{ id: '8453', name: 'Base' }],
      retry: false,
    })
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toEqual([
      expect.stringContaining('sign_in.refused') as string,
    ])
    expect((await browser.signIn(alice, { address: wallet, chainId: '8453' })).statusCode).toBe(200)
  })

  test('is refused with all its chains, in the order of the settings, for signatures of any length', async () => {
    const { app, chains } = await createThreeChainServer()
    chains[2].deploy(wallet, ofAlice)
    chains[1].deploy(wallet, createFakeSingleOwnerContractWallet(bob))
    const browser = app.openBrowser()
    for (const lengthen of [1, 3]) {
      const { message, signature } = await browser.signChallenge(bob, { address: wallet, chainId: '1' })
      const sent = `0x${signature.slice(2).repeat(lengthen)}`
      const response = await browser.send('POST', '/api/sign-in', { message, signature: sent })
      expect(response.json()).toMatchObject({
        code: 'wallet.on_other_chain',
        chains: [
          { id: '10', name: 'OP Mainnet' },
          { id: '8453', name: 'Base' },
        ],
      })
    }
  })

  test('is refused as not deployed if the other chains cannot be read or do not have it', async () => {
    const { app, chains } = await createThreeChainServer()
    chains[2].deploy(wallet, ofAlice)
    chains[2].readError = 'down for the test'
    const browser = app.openBrowser()
    const { message, signature } = await browser.signChallenge(alice, { address: wallet, chainId: '1' })
    const long = `0x${signature.slice(2).repeat(2)}`
    const response = await browser.send('POST', '/api/sign-in', { message, signature: long })
    expect(response.json()).toMatchObject({ status: 401, code: 'wallet.not_deployed' })
    expect(response.json()).not.toHaveProperty('chains')
    expect(countReads(chains)).toEqual([1, 1, 1])
  })

  test('S7: does not name a chain where the address is a delegating key, unless delegates are allowed', async () => {
    const { app, chains } = await createThreeChainServer()
    chains[1].deploy(alice.address, ofAlice, { delegate: createTestContractAddress(7) as `0x${string}` })
    const attempt = async () =>
      (await app.openBrowser().signIn(bob, { address: alice.address, chainId: '1' })).json<{ code: string }>().code
    expect(await attempt()).toBe('signature.refused')
    chains[1].settings.allowDelegates = true
    expect(await attempt()).toBe('wallet.on_other_chain')
  })

  test('M1 M6: other chains are read only for an open challenge, and each read counts as a contract proof', async () => {
    const { app, chains } = await createThreeChainServer({
      COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '7',
    })
    chains[2].deploy(wallet, ofAlice)
    const browser = app.openBrowser()
    const signChallenge = () => browser.signChallenge(alice, { address: wallet, chainId: '1' })
    const spent = await signChallenge()
    const codes = []
    for (const signed of [spent, spent, await signChallenge(), await signChallenge(), await signChallenge()])
      codes.push((await browser.send('POST', '/api/sign-in', signed)).json<{ code: string }>().code)
    expect(codes).toEqual([
      'wallet.on_other_chain',
      'challenge.invalid',
      'wallet.on_other_chain',
      'signature.refused',
      'rate.limited',
    ])
    expect(countReads(chains)).toEqual([3, 2, 2])
  })

  test('waiting for owners on a chain without the wallet reads no other chain', async () => {
    const { app, chains } = await createThreeChainServer()
    chains[2].deploy(wallet, ofAlice)
    const browser = app.openBrowser()
    const challenge = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
    const message = formatSignInMessage({ ...challenge.message, address: wallet, chainId: '1' })
    expect((await browser.send('POST', '/api/sign-in', { message, signature: '0x' })).json()).toMatchObject({
      code: 'signature.pending',
    })
    expect(countReads(chains)).toEqual([1, 0, 0])
    const signed = { message, signature: signEthereumMessage(alice, message) }
    expect((await browser.send('POST', '/api/sign-in', signed)).json()).toMatchObject({ code: 'wallet.on_other_chain' })
  })
})

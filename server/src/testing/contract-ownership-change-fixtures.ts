// A contract wallet that can be sold, and helpers to inspect the result.
import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from './fake-chains.ts'
import type { FakeChain } from './fake-chains.ts'
import { listSequencedAuditEntryTexts } from './inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { listWalletsForTests } from './identity-merge-test-steps.ts'
import { relaxedChallengeRateLimits } from './passkey-test-steps.ts'
import { createTestContractAddress, relaxedSignInRateLimits } from './session-recheck-fixtures.ts'

const { alice, bob, carol } = ethereumTestKeys
const vault = createTestContractAddress(1)

type Purpose = 'sign-in' | 'step-up' | 'link' | 'merge'
const provingEndpoints = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
} as const

export interface ContractOwnershipFixture {
  app: TestServer
  chain: FakeChain
  home: TestBrowser
  act: (
    browser: TestBrowser,
    purpose: Purpose,
    owner: EthereumTestKey,
    address?: string,
  ) => Promise<LightMyRequestResponse>
}

export async function createContractOwnershipFixture(kind: DatabaseKind = 'sqlite'): Promise<ContractOwnershipFixture> {
  const chain = createFakeChain()
  chain.deploy(vault, createFakeSingleOwnerContractWallet(bob))
  const app = await createTestServer({
    database: kind,
    chains: createFakeChains(chain),
    environment: { ...relaxedSignInRateLimits, ...relaxedChallengeRateLimits },
  })
  const act: ContractOwnershipFixture['act'] = async (browser, purpose, owner, address = vault) => {
    app.clock.now += 1000
    const { message: issued } = await browser.requestChallenge({ purpose })
    const message = formatSignInMessage({ ...issued, address, chainId: '1' })
    return browser.send('POST', provingEndpoints[purpose], { message, signature: signEthereumMessage(owner, message) })
  }
  const home = await openSteppedUpBrowser(app, alice)
  expect((await act(home, 'link', bob)).statusCode).toBe(200)
  return { app, chain, home, act }
}

export const sellContractWallet = ({ chain }: ContractOwnershipFixture, address = vault): void =>
  chain.deploy(address, createFakeSingleOwnerContractWallet(carol))

export const readContractWalletHold = async (browser: TestBrowser) =>
  (await listWalletsForTests(browser)).find(({ kind }) => kind === 'contract')?.hold
export const listAuditEventTypes = async ({ database }: TestServer, prefix = 'wallet.'): Promise<string[]> =>
  (await listSequencedAuditEntryTexts(database.queries))
    .map((line) => line.split(' ')[0] ?? '')
    .filter((type) => type.startsWith(prefix))
export const findContractWalletId = async (browser: TestBrowser): Promise<string> =>
  (await listWalletsForTests(browser)).find(({ kind }) => kind === 'contract')?.id ?? 'none'
export const stepUpAsAlice = async ({ app }: ContractOwnershipFixture, browser: TestBrowser): Promise<void> => {
  app.clock.now += 1000
  expect((await browser.stepUp(alice)).statusCode).toBe(200)
}

// A Safe whose owner a test chooses, and steps to use it.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from './fake-chains.ts'
import type { FakeChain } from './fake-chains.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { listWalletsForTests } from './identity-merge-test-steps.ts'
import { relaxedChallengeRateLimits } from './passkey-test-steps.ts'
import { createTestContractAddress, relaxedSignInRateLimits } from './session-recheck-fixtures.ts'
import { sequenceAllAuditEntries } from './inspect-test-database.ts'
import { readApiErrorCodeOrDone } from './read-api-error-code-or-done.ts'

const { alice } = ethereumTestKeys
const safe = createTestContractAddress(1)
const factory = createTestContractAddress(9) as `0x${string}`

export const createSafeWalletTestServer = (kind: DatabaseKind, ...chains: FakeChain[]): Promise<TestServer> =>
  createTestServer({
    database: kind,
    chains: createFakeChains(...chains),
    environment: { ...relaxedChallengeRateLimits, ...relaxedSignInRateLimits },
  })

export function createFakeChainWithSafeWallet(owner: EthereumTestKey): FakeChain {
  const chain = createFakeChain({ factories: [factory] })
  chain.deploy(safe, createFakeSingleOwnerContractWallet(owner))
  return chain
}

export const signInAsFakeSafeWallet = async (
  browser: TestBrowser,
  owner: EthereumTestKey,
): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/sign-in', await browser.signChallenge(owner, { address: safe, chainId: '1' }))

export async function signMessageAsFakeSafeWallet(
  browser: TestBrowser,
  purpose: 'step-up' | 'link' | 'merge',
  owner: EthereumTestKey,
) {
  const { message: issued } = await browser.requestChallenge({ purpose })
  const message = formatSignInMessage({ ...issued, address: safe, chainId: '1' })
  return { message, signature: signEthereumMessage(owner, message) }
}

export const linkFakeSafeWallet = async (
  browser: TestBrowser,
  owner: EthereumTestKey,
): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/wallets', await signMessageAsFakeSafeWallet(browser, 'link', owner))

export async function openBrowserWithSafeWallet(app: TestServer, key: EthereumTestKey = alice): Promise<TestBrowser> {
  const browser = await openSteppedUpBrowser(app, key)
  expect(readApiErrorCodeOrDone(await linkFakeSafeWallet(browser, key))).toBe('done')
  app.clock.now += 1000
  return browser
}

export const requireSafeWalletOfBrowser = async (
  browser: TestBrowser,
): Promise<ApiEndpointOutput<'listWallets'>['items'][number]> => {
  const found = (await listWalletsForTests(browser)).find(({ kind }) => kind === 'contract')
  if (found === undefined) throw new Error('no contract')
  return found
}

export async function listWalletAuditEntriesForTests({ database }: TestServer): Promise<string[]> {
  await sequenceAllAuditEntries(database.queries)
  const rows = await database.queries
    .selectFrom('audit_events')
    .select(['type', 'details'])
    .where('type', 'like', 'wallet.%')
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, details }) => `${type} ${(JSON.parse(details) as { reason?: string }).reason ?? ''}`.trim())
}

// An application that requires a token on a fake chain, for tests of group access.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { createFakeChain, createFakeChains } from './fake-chains.ts'
import type { TestBrowser } from './countersign-test-server.ts'
import type { Database, DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { addTestGroup, deployTestToken, testTokenAddress } from './group-and-token-fixtures.ts'
import { createOidcTestServer } from './oidc-application-test-steps.ts'

const tokenHolderRule = { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '10' }

export const scopesIncludingGroups = ['openid', 'profile', 'wallet', 'groups', 'offline_access'] as const

export const aliceAddress = ethereumTestKeys.alice.address.toLowerCase()

export const minuteMs = 60_000

export async function createGroupAccessTestServer(database: DatabaseKind = 'sqlite') {
  const chain = createFakeChain()
  const balances = deployTestToken(chain).set(aliceAddress, 10n)
  const app = await createOidcTestServer({ database, chains: createFakeChains(chain) })
  await addTestGroup(app, 'holders', tokenHolderRule)
  await addTestGroup(app, 'builders', {
    type: 'wallets',
    wallets: [ethereumTestKeys.alice.address, ethereumTestKeys.bob.address],
  })
  await addTestGroup(app, 'whales', { ...tokenHolderRule, atLeast: '1000' })
  return { ...app, chain, balances }
}

export async function createTokenHoldersTestServer(
  database: DatabaseKind | Database,
  environment: Record<string, string> = {},
) {
  const chain = createFakeChain()
  const balances = deployTestToken(chain).set(aliceAddress, 10n)
  const chains = createFakeChains(chain)
  const app = await createOidcTestServer({ database, chains, environment })
  await addTestGroup(app, 'holders', tokenHolderRule)
  return { ...app, chain, chains, balances }
}

export const readOidcInteractionForTests = async (browser: TestBrowser, interaction: string) =>
  (await browser.send('GET', `/api/interactions/${interaction}`)).json<{
    prompt: string
    missingGroups: string[] | null
    groups: string[]
  }>()

// Two instances that recheck sessions of many contract wallets.
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { createFakeChain, createFakeChains, createFakeContractWallet } from './fake-chains.ts'
import type { FakeChain } from './fake-chains.ts'
import { createTestServer } from './test-app.ts'
import type { TestServer } from './test-app.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from './test-databases.ts'
import { createTestContractAddress, relaxedSignInRateLimits } from './test-session-rechecks.ts'

const always = createFakeContractWallet(() => true)

export const listTestContractAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => createTestContractAddress(index + 1))

/** A chain on which contracts at these addresses accept everything. */
export function createFakeChainWithContractWallets(wallets: readonly string[], id = '1'): FakeChain {
  const chain = createFakeChain({ id })
  for (const address of wallets) chain.deploy(address, always)
  return chain
}

/** Two instances on one database that read the same chains. */
export async function createTwoServerInstances(kind: DatabaseKind, ...chains: FakeChain[]): Promise<[TestServer, TestServer]> {
  const address = await createTestDatabase(kind)
  const start = () =>
    createTestServer({
      database: openDatabaseUntilTestEnds(address),
      chains: createFakeChains(...chains),
      environment: relaxedSignInRateLimits,
    })
  return [await start(), await start()]
}

export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

// Two instances that recheck sessions of many contract wallets.
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createFakeChain, createFakeChains, createFakeContractWallet } from './fake-chains.ts'
import type { FakeChain } from './fake-chains.ts'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer } from './countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from './database-fixtures.ts'
import { createTestContractAddress, relaxedSignInRateLimits } from './session-recheck-fixtures.ts'

const always = createFakeContractWallet(() => true)

export const createTestContractAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => createTestContractAddress(index + 1))

/** The contracts accept every signature. */
export function createFakeChainWithContractWallets(wallets: readonly string[], id = '1'): FakeChain {
  const chain = createFakeChain({ id })
  for (const address of wallets) chain.deploy(address, always)
  return chain
}

export async function createTwoServerInstances(
  kind: DatabaseKind,
  ...chains: FakeChain[]
): Promise<[TestServer, TestServer]> {
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

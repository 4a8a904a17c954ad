// The test function for contract wallets: adds a local chain that the server reads through a node
// that can fail.
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import type { FakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { predictSafeWalletDeployment } from '@countersign/testing/chain/safe-wallet-fixtures'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import { test as base } from './server-playwright-fixtures.ts'

export { expect } from './server-playwright-fixtures.ts'

export const testChainName = 'Testchain'
const chainId = 31_337

interface ChainFixtures {
  chain: LocalEthereumChain
  /** The only node that the server uses. */
  node: FakeChainNode
  /** The server setting that configures the node. */
  chains: string
}

export const test = base.extend<object, ChainFixtures>({
  chain: [
    async ({}, use) => {
      const chain = await startLocalEthereumChain({ chainId })
      await use(chain)
      await chain.stop()
    },
    { scope: 'worker' },
  ],
  node: [
    async ({ chain }, use) => {
      const node = await startFakeChainNode(chain.url)
      await use(node)
      await node.stop()
    },
    { scope: 'worker' },
  ],
  chains: [
    async ({ chain, node }, use) => {
      const { factory } = await predictSafeWalletDeployment(chain, {
        owners: [createEthereumTestKey(700)],
        threshold: 1,
      })
      // This chain mines blocks only for transactions of a test.
      await use(
        JSON.stringify([
          { id: chainId, name: testChainName, rpc: node.url, staleSeconds: 86_400, factories: [factory] },
        ]),
      )
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ chains, serverSettings }, use) => {
      const server = await startServerForTests({
        COUNTERSIGN_CHAINS: chains,
        COUNTERSIGN_CONTRACT_CHALLENGES_PER_NETWORK_PER_MINUTE: '10000',
        COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '10000',
        ...serverSettings,
      })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
})

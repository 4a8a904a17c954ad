// Fills a server with demo data for the admin pages, plus a group whose rule reads a chain.
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { dirname } from 'node:path'
import { runCountersignCommand } from './run-countersign-command.ts'
import type { RunningTestServer } from './start-server-for-tests.ts'

const seedCommand = ['seed', '--people', '30', '--events', '500', '--days', '20']

export async function fillTestServerWithDemoData(
  { origin, databasePath }: RunningTestServer,
  { chain, chains }: { chain: LocalEthereumChain; chains: string },
): Promise<void> {
  const environment = {
    COUNTERSIGN_ORIGIN: origin,
    COUNTERSIGN_DATABASE: `sqlite:${databasePath}`,
    COUNTERSIGN_CHAINS: chains,
  }
  const token = await deployTestContract(chain, 'TestMoney', ['Test Dollar', 'TUSD', 6])
  // Token metadata is read at a finalized block.
  await chain.mine(3)
  const [{ id }] = JSON.parse(chains) as [{ id: number }]
  for (const words of [
    seedCommand,
    ['group', 'add', 'holders', '--name', 'Holders', '--erc20', `${id}:${token}:1.5 TUSD`],
  ]) {
    const { exitCode, output } = await runCountersignCommand(words, environment, dirname(databasePath))
    if (exitCode !== 0) throw new Error(`countersign ${words.join(' ')}:\n${output}`)
  }
  // Removes the token contract, so its balance reads fail from now on.
  await chain.rpc('anvil_setCode', [token, '0x'])
  await chain.mine(3)
}

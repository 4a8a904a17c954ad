// Fills a running server with what the administration is made for: people, applications, groups and activity, invented by the product's
// own command, and a group whose rule asks a chain.
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { dirname } from 'node:path'
import { runCountersignCommand } from './run-countersign-command.ts'
import type { RunningTestServer } from './start-server-for-tests.ts'

const seedCommand = ['seed', '--people', '30', '--events', '500', '--days', '20']

/** @param chains the setting by which the server knows the chain */
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
  // What a token says of itself is read at a final block.
  await chain.mine(3)
  const [{ id }] = JSON.parse(chains) as [{ id: number }]
  for (const words of [
    seedCommand,
    ['group', 'add', 'holders', '--name', 'Holders', '--erc20', `${id}:${token}:1.5 TUSD`],
  ]) {
    const { exitCode, output } = await runCountersignCommand(words, environment, dirname(databasePath))
    if (exitCode !== 0) throw new Error(`countersign ${words.join(' ')}:\n${output}`)
  }
  // From here on it is none any more: whoever is asked about, the chain's answer cannot be read.
  await chain.rpc('anvil_setCode', [token, '0x'])
  await chain.mine(3)
}

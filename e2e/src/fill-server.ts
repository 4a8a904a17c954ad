// Fills a running server with what the administration is made for: people, applications, groups and activity, invented by the product's
// own command, and a group whose rule asks a chain.
import { dirname } from 'node:path'
import { runCommand } from './command.ts'
import type { RunningServer } from './server.ts'

const seed = ['seed', '--people', '30', '--events', '500', '--days', '20']
/** Holds nothing and says nothing: whoever is asked about, the chain's answer to it cannot be read. */
const noToken = `0x${'5'.repeat(40)}`

/** @param chains the setting by which the server knows its chains */
export async function fillServer({ origin, databasePath }: RunningServer, chains: string): Promise<void> {
  const environment = {
    COUNTERSIGN_ORIGIN: origin,
    COUNTERSIGN_DATABASE: `sqlite:${databasePath}`,
    COUNTERSIGN_CHAINS: chains,
  }
  const [chain] = JSON.parse(chains) as { id: number }[]
  for (const words of [
    seed,
    ['group', 'add', 'holders', '--name', 'Holders', '--erc20', `${chain?.id}:${noToken}:1`],
  ]) {
    const { exitCode, output } = await runCommand(words, environment, dirname(databasePath))
    if (exitCode !== 0) throw new Error(`countersign ${words.join(' ')}:\n${output}`)
  }
}

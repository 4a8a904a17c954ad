// Names of the most common chains, for chains that the server does not name.
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import { allSolanaChainIds } from '@countersign/message/solana/solana-clusters'

const chainNamesById: ReadonlyMap<string, string> = new Map([
  ...allSolanaChainIds.map((name) => [name, 'Solana'] as const),
  ...Object.entries(bitcoinChainReferences).map(
    ([chain, reference]) => [reference, chain === 'mainnet' ? 'Bitcoin' : `Bitcoin ${chain}`] as const,
  ),
  ['1', 'Ethereum'],
  ['10', 'OP Mainnet'],
  ['56', 'BNB Smart Chain'],
  ['100', 'Gnosis'],
  ['130', 'Unichain'],
  ['137', 'Polygon'],
  ['324', 'ZKsync Era'],
  ['480', 'World Chain'],
  ['8453', 'Base'],
  ['42161', 'Arbitrum One'],
  ['42220', 'Celo'],
  ['43114', 'Avalanche'],
  ['59144', 'Linea'],
  ['534352', 'Scroll'],
  ['11155111', 'Sepolia'],
])

export const findChainName = (id: string): string | null => chainNamesById.get(id) ?? null

// Solana's clusters: as a message names them (Sign In With Solana writes words) and as CAIP-2 does, by the genesis hash.

/** The clusters that a server can be for. */
export const solanaClusters = ['mainnet', 'testnet', 'devnet'] as const
export type SolanaCluster = (typeof solanaClusters)[number]

/** Word → CAIP-2 reference, the first 32 characters of the genesis block's hash (namespaces.chainagnostic.org/solana/caip2). */
export const solanaClusterReferences: Readonly<Record<SolanaCluster, string>> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** Every way in which a message can name a cluster: the word that is issued, and what wallets make of it. */
export const listSolanaChainIds = (cluster: SolanaCluster): readonly string[] => [
  cluster,
  `solana:${cluster}`,
  solanaClusterReferences[cluster],
  `solana:${solanaClusterReferences[cluster]}`,
]

/** All of them; a local validator has a word and no CAIP-2 name. */
export const allSolanaChainIds: readonly string[] = [
  ...solanaClusters.flatMap(listSolanaChainIds),
  'localnet',
  'solana:localnet',
]

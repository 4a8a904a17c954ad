// Solana clusters and their CAIP-2 references (namespaces.chainagnostic.org/solana/caip2).

export const solanaClusters = ['mainnet', 'testnet', 'devnet'] as const
export type SolanaCluster = (typeof solanaClusters)[number]

/** Maps each cluster to the first 32 characters of its genesis block's hash (CAIP-2). */
export const solanaClusterReferences: Readonly<Record<SolanaCluster, string>> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** The first one is the chain ID that we issue; wallets also use the others. */
export const listSolanaChainIds = (cluster: SolanaCluster): readonly string[] => [
  cluster,
  `solana:${cluster}`,
  solanaClusterReferences[cluster],
  `solana:${solanaClusterReferences[cluster]}`,
]

/** Also includes a local validator, which has no CAIP-2 reference. */
export const allSolanaChainIds: readonly string[] = [
  ...solanaClusters.flatMap(listSolanaChainIds),
  'localnet',
  'solana:localnet',
]

// What people call the chain families. They are names, and the same in every language.
import type { ChainNamespace } from '@countersign/message'

export const chainFamilyNames: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}

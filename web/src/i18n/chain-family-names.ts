// Chain family names, which are not translated.
import type { ChainNamespace } from '@countersign/message'

export const chainFamilyNames: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}

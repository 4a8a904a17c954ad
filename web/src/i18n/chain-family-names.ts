// What people call the chain families. They are names, and the same in every language.
import type { NamespaceName } from '@countersign/message'

export const chainFamilyNames: Readonly<Record<NamespaceName, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}

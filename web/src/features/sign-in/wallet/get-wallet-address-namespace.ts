import type { ChainNamespace } from '@countersign/message'
import { hasEthereumAddressPrefix } from '../../../ui/wallet-address-format.ts'

/** For addresses from the server. Solana addresses are longer than base58 addresses of Bitcoin. */
export function getWalletAddressNamespace(address: string): ChainNamespace {
  if (hasEthereumAddressPrefix(address)) return 'eip155'
  return /^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]+$/.test(address) || address.length <= 35 ? 'bip122' : 'solana'
}

// Refusals that the page can predict, so that no one signs a message in vain.
import { findBitcoinNetworkByChainReference } from '@countersign/message/bip122/bitcoin-chains'
import type { BitcoinNetwork } from '@countersign/message/bip122/bitcoin-chains'
import { isAcceptedProofAddress, listOfferedChainFamilies } from '../wallet/wallet-proof-purpose.ts'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import type { WalletProofChallenge } from '../wallet/wallet-proof-phases.ts'
import type { PastedWalletAddress } from './parse-pasted-wallet-address.ts'

/** The texts are in `manualSigning.address.errors`. */
export type AddressRefusal = 'not_accepted' | 'other_network' | 'already_linked' | 'not_yours'

export type AcceptedChains = Pick<WalletProofChallenge, 'chainIds' | 'keyChains'>

/** @param refused the address that the server refused for this purpose, or null */
export function findAddressRefusal(
  { namespace, address, networks }: PastedWalletAddress,
  accepted: AcceptedChains,
  purpose: WalletProofPurpose,
  refused: string | null,
): AddressRefusal | null {
  // Whether the family has an address for this purpose is checked below.
  if (!listOfferedChainFamilies(accepted, { for: 'sign-in' }).includes(namespace)) return 'not_accepted'
  const network = findBitcoinNetwork(accepted)
  if (namespace === 'bip122' && network !== undefined && !networks.includes(network)) return 'other_network'
  if (isAcceptedProofAddress(purpose, address) && address !== refused) return null
  return purpose.for === 'link' ? 'already_linked' : 'not_yours'
}

/** As wallets of the page report it (`parseChainId`); null if the address does not determine it. */
export function getChainOfPastedAddress(
  { namespace, networks }: PastedWalletAddress,
  accepted: AcceptedChains | null,
): string | null {
  if (namespace !== 'bip122') return namespace === 'solana' ? namespace : null
  // Legacy addresses look the same on all test networks.
  const network = accepted === null ? undefined : findBitcoinNetwork(accepted)
  return `bip122:${network !== undefined && networks.includes(network) ? network : networks[0]}`
}

export const findBitcoinNetwork = ({ keyChains }: Pick<AcceptedChains, 'keyChains'>): BitcoinNetwork | undefined =>
  findBitcoinNetworkByChainReference(keyChains.bip122 ?? '')

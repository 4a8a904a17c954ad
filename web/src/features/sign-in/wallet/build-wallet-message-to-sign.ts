// The message that a wallet is asked to sign, as the exact text.
import { findBitcoinNetworkByChainReference } from '@countersign/message/bip122/bitcoin-chains'
import { messageLayoutByNamespace } from '@countersign/message/message-layout'
import type { MessageLayout } from '@countersign/message'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import type { WalletProofChallenge, ConnectedWallet, WalletMessageToSign } from './wallet-proof-phases.ts'

/**
 * Makes the message: the challenge's fields with the wallet's address and chain. A plain key is the same on every
 * chain, so the wallet is never asked to switch; if it is on one that the server does not take, the first one is named.
 * @returns the code of what stands against it; null where the challenge makes no valid message, which is the server's fault and not the person's
 */
export function buildWalletMessageToSign(
  challenge: WalletProofChallenge,
  connected: ConnectedWallet,
  expiresAt: number,
): WalletMessageToSign | 'wallet.other_network' | null {
  const { chainId, layout, isOther } = selectMessageChainAndLayout(challenge, connected.chainId)
  if (isOther) return 'wallet.other_network'
  if (chainId === undefined) return null
  // Writing makes sure that no field breaks out of its line; reading it back as well is left to the server, which has to do it anyway: the parser would
  // cost every visitor of a page some 5 kB.
  try {
    const message = { ...challenge.message, address: connected.address, chainId }
    const chainName = challenge.readChains.find(({ id }) => id === chainId)?.name ?? null
    return {
      ...connected,
      message,
      text: formatMessageWithOffsets(message, layout).text,
      expiresAt,
      challengeId: challenge.id,
      chainName,
    }
  } catch {
    return null
  }
}

/** What a message names for a wallet on this chain, and how it is laid out. */
export function selectMessageChainAndLayout(
  { chainIds, keyChains }: Pick<WalletProofChallenge, 'chainIds' | 'keyChains'>,
  on: string | null,
): { chainId: string | undefined; layout: MessageLayout; isOther?: boolean } {
  const [namespace, network] = on?.split(':') ?? []
  if (namespace === 'solana' || namespace === 'bip122') {
    const chainId = keyChains[namespace]
    const isOther =
      network !== undefined && chainId !== undefined && findBitcoinNetworkByChainReference(chainId) !== network
    return { chainId, layout: messageLayoutByNamespace[namespace], isOther }
  }
  return { chainId: on !== null && chainIds.includes(on) ? on : chainIds[0], layout: messageLayoutByNamespace.eip155 }
}

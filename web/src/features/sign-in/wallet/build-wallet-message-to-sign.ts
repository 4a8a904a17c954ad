import { findBitcoinNetworkByChainReference } from '@countersign/message/bip122/bitcoin-chains'
import { messageLayoutByNamespace } from '@countersign/message/message-layout'
import type { MessageLayout } from '@countersign/message'
import type { SignInMessage } from '@countersign/message'
import { writeMessageText } from '@countersign/message/write-message-text'
import type { WalletProofChallenge, ConnectedWallet, WalletMessageToSign } from './wallet-proof-phases.ts'

/**
 * A key wallet never has to switch chains: the message names the server's first chain instead.
 * Returns an error code, or null if the challenge makes no valid message (a server bug).
 */
export function buildWalletMessageToSign(
  challenge: WalletProofChallenge,
  connected: ConnectedWallet,
  expiresAt: number,
): WalletMessageToSign | 'wallet.other_network' | null {
  const { chainId, layout, isOther } = selectMessageChainAndLayout(challenge, connected.chainId)
  if (isOther) return 'wallet.other_network'
  if (chainId === undefined) return null
  // The text is parsed only by the server: a parser would add 5 kB. Line breaks are rejected here.
  try {
    const message = { ...challenge.message, address: connected.address, chainId }
    const chainName = challenge.readChains.find(({ id }) => id === chainId)?.name ?? null
    return {
      ...connected,
      message,
      text: formatMessageToSign(message, layout),
      expiresAt,
      challengeId: challenge.id,
      chainName,
    }
  } catch {
    return null
  }
}

/** @throws Error if a field is not text or contains a line feed */
export const formatMessageToSign = (message: SignInMessage, layout: MessageLayout): string =>
  writeMessageText(message, layout, (field) => new Error(field)).text

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

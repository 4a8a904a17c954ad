// The message that a wallet is asked to sign, as the exact text.
import { writeMessage } from '@countersign/message/write-message'
import type { Challenge, Connected, Draft } from './states.ts'

/**
 * Makes the message: the challenge's fields with the wallet's address and chain. A plain key is the same on every
 * chain, so the wallet is never asked to switch; if it is on one that the server does not take, the first one is named.
 * @returns null where the challenge makes no valid message, which is the server's fault and not the person's
 */
export function writeDraft(challenge: Challenge, connected: Connected, expiresAt: number): Draft | null {
  const { chainIds } = challenge
  const chainId = connected.chainId !== null && chainIds.includes(connected.chainId) ? connected.chainId : chainIds[0]
  if (chainId === undefined) return null
  // Writing makes sure that no field breaks out of its line; reading it back as well is left to the server, which has to do it anyway: the parser would
  // cost every visitor of a page some 5 kB.
  try {
    const message = { ...challenge.message, address: connected.address, chainId }
    const chainName = challenge.readChains.find(({ id }) => id === chainId)?.name ?? null
    return { ...connected, message, text: writeMessage(message).text, expiresAt, challengeId: challenge.id, chainName }
  } catch {
    return null
  }
}

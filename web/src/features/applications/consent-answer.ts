// What of the choice of a wallet is sent: nothing where no wallet is shared, or there is none.
import type { EndpointInput, ConsentItem, ConsentPart, WalletChoices } from '@countersign/api/api-endpoints'

/** An instance of the release before tells no offer. */
type OptionalWalletOffer = WalletChoices | null | undefined

/** Whether the choice counts: the wallet is shared, by itself or by the message that names it. */
export const hasSharedWallet = (offer: OptionalWalletOffer, withheld: readonly ConsentPart[]): offer is WalletChoices =>
  offer != null && !withheld.includes('wallet')

/** Whether the signed message is shared. */
export const hasSharedProof = (items: readonly ConsentItem[], withheld: readonly ConsentPart[]): boolean =>
  items.some(({ scope }) => scope === 'proof') && !withheld.includes('proof')

/** The answer of a person. What they saw is said, so that what changed meanwhile is not what they allow.
 * @param seen nothing, where an instance of the release before did not say it */
export const buildConsentAnswer = (
  consentFingerprint: string | undefined,
  offer: OptionalWalletOffer,
  withheld: readonly ConsentPart[],
  wallet: string | null,
): EndpointInput<'consent'>['body'] => ({
  withheld: [...withheld],
  ...(consentFingerprint !== undefined && { consentFingerprint }),
  ...(hasSharedWallet(offer, withheld) && wallet !== null && { wallet }),
})

// What of the choice of a wallet is sent: nothing where no wallet is shared, or there is none.
import type {
  ApiEndpointInput,
  ApiConsentItem,
  ConsentableScope,
  ApiApplicationWalletChoices,
} from '@countersign/api/api-endpoints'

/** An instance of the release before tells no offer. */
type OptionalWalletOffer = ApiApplicationWalletChoices | null | undefined

/** Whether the choice counts: the wallet is shared, by itself or by the message that names it. */
export const isWalletSharedByConsent = (
  offer: OptionalWalletOffer,
  withheld: readonly ConsentableScope[],
): offer is ApiApplicationWalletChoices => offer != null && !withheld.includes('wallet')

/** Whether the signed message is shared. */
export const isSignedMessageSharedByConsent = (
  items: readonly ApiConsentItem[],
  withheld: readonly ConsentableScope[],
): boolean => items.some(({ scope }) => scope === 'proof') && !withheld.includes('proof')

/** The answer of a person. What they saw is said, so that what changed meanwhile is not what they allow.
 * @param seen nothing, where an instance of the release before did not say it */
export const buildConsentAnswerRequest = (
  consentFingerprint: string | undefined,
  offer: OptionalWalletOffer,
  withheld: readonly ConsentableScope[],
  wallet: string | null,
): ApiEndpointInput<'consent'>['body'] => ({
  withheld: [...withheld],
  ...(consentFingerprint !== undefined && { consentFingerprint }),
  ...(isWalletSharedByConsent(offer, withheld) && wallet !== null && { wallet }),
})

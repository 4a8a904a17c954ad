import type {
  ApiEndpointInput,
  ApiConsentItem,
  ConsentableScope,
  ApiApplicationWalletChoices,
} from '@countersign/api/api-endpoints'

/** Responses of the previous release do not contain this field. */
type OptionalWalletOffer = ApiApplicationWalletChoices | null | undefined

export const isWalletSharedByConsent = (
  offer: OptionalWalletOffer,
  withheld: readonly ConsentableScope[],
): offer is ApiApplicationWalletChoices => offer != null && !withheld.includes('wallet')

export const isSignedMessageSharedByConsent = (
  items: readonly ApiConsentItem[],
  withheld: readonly ConsentableScope[],
): boolean => items.some(({ scope }) => scope === 'proof') && !withheld.includes('proof')

/** Sends the fingerprint of what the person saw, so that later changes are not accepted unseen. */
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

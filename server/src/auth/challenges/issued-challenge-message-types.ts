// What of a message is issued, and what for.
import type { ApiEndpointOutput, ApiEndpointInput } from '@countersign/api/api-endpoints'

/** The fields of a message as this server issues them: all but the wallet's address and chain id. */
export type IssuedChallengeMessage = ApiEndpointOutput<'createChallenge'>['message']

/** What a message can be signed for. */
export type SignedMessagePurpose = ApiEndpointInput<'createChallenge'>['body']['purpose']

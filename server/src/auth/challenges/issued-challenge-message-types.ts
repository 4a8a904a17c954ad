import type { ApiEndpointOutput, ApiEndpointInput } from '@countersign/api/api-endpoints'

export type IssuedChallengeMessage = ApiEndpointOutput<'createChallenge'>['message']

export type SignedMessagePurpose = ApiEndpointInput<'createChallenge'>['body']['purpose']

// What of a message is issued, and what for.
import type { CallAnswer, CallInput } from '@countersign/api/calls'

/** The fields of a message as this server issues them: all but the wallet's address and chain id. */
export type IssuedMessage = CallAnswer<'createChallenge'>['message']

/** What a message can be signed for. */
export type MessagePurpose = CallInput<'createChallenge'>['body']['purpose']

// What the rooms are given that ask for proofs: the world of every call, and what challenges are made and judged by.
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { ChallengeVerificationContext } from './check-and-consume-challenge.ts'

export type ChallengeEndpointContext = ServerAppContext & ChallengeVerificationContext

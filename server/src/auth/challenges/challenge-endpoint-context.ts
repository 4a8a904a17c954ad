import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { ChallengeVerificationContext } from './check-and-consume-challenge.ts'

export type ChallengeEndpointContext = ServerAppContext & ChallengeVerificationContext

import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import type { CrossDeviceLongPoll } from './cross-device-long-poll.ts'

export type CrossDeviceEndpointContext = ChallengeEndpointContext & { longPoll: CrossDeviceLongPoll }

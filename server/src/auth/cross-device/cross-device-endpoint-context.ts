// What the cross-device routes work with: the context of every challenge, and the long poll of this instance.
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import type { CrossDeviceLongPoll } from './cross-device-long-poll.ts'

export type CrossDeviceEndpointContext = ChallengeEndpointContext & { longPoll: CrossDeviceLongPoll }

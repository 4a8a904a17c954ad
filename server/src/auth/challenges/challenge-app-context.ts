// What the rooms are given that ask for proofs: the world of every call, and what challenges are made and judged by.
import type { AppContext } from '../../platform/register-endpoint.ts'
import type { ChallengeContext } from './check-challenge.ts'

export type ChallengeAppContext = AppContext & ChallengeContext

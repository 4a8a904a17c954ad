// What the rooms are given that ask for proofs: the world of every call, and what challenges are made and judged by.
import type { App } from '../../platform/call.ts'
import type { ChallengeWorld } from './answer.ts'

export type ChallengeApp = App & ChallengeWorld

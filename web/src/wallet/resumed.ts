// Where somebody begins again who left while the owners of their wallet were awaited: with the same message.
import type { ChallengeSlot, Challenge, Connected, Phase } from './states.ts'
import { writeDraft } from './write-draft.ts'

/** The part of the state that is known from before. */
export interface Resumed {
  readonly phase: Phase & { at: 'awaiting' }
  readonly slot: ChallengeSlot & { at: 'held' }
}

/**
 * @param connected the wallet that was asked, in a page that is no more
 * @param expiresAt by the clock of this device
 * @returns null where the challenge makes no message for that wallet any more
 */
export function resume(challenge: Challenge, connected: Connected, expiresAt: number, now: number): Resumed | null {
  const draft = writeDraft(challenge, connected, expiresAt)
  if (draft === null || draft === 'wallet.other_network' || draft.message.chainId !== connected.chainId) return null
  return {
    phase: { at: 'awaiting', draft, askAt: now, looks: 0, trouble: null },
    slot: { at: 'held', challenge, renewAt: expiresAt, expiresAt, contract: connected },
  }
}

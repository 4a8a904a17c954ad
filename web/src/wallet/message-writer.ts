// How a message is prepared, a contract told from a key, and what follows
// once there is a message. A page fetches it once a wallet is chosen: it is a good part of what signing in weighs, and the sign-in page must be light.
import { askContract } from './ask-contract.ts'
import { lateEffects } from './late-effects.ts'
import { moveLate } from './late-moves.ts'
import { prepare } from './late-steps.ts'
import type { MessageWriter } from './machine-state.ts'
import { readChainId } from './provider.ts'

export const messageWriter: MessageWriter = {
  askContract,
  readChainId,
  lateEffects,
  prepare,
  moveLate,
}

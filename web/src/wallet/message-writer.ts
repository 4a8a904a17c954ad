// How a message is written, an address put into the form that a message has it in, a contract told from a key, and what follows
// once there is a message. A page fetches it once a wallet is chosen: it is a good part of what signing in weighs, and the sign-in page must be light.
import { toChecksumAddress } from '@countersign/message'
import { askContract } from './ask-contract.ts'
import { lateEffects } from './late-effects.ts'
import { moveLate } from './late-moves.ts'
import type { MessageWriter } from './machine-state.ts'
import { readChainId } from './provider.ts'
import { writeDraft } from './write-draft.ts'

export const messageWriter: MessageWriter = {
  // Only Ethereum's addresses have a second form.
  toChecksumAddress: (address) => (address.startsWith('0x') ? toChecksumAddress(address) : address),
  writeDraft,
  askContract,
  readChainId,
  lateEffects,
  moveLate,
}

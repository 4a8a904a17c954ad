// How a message is written, an address put into the form that a message has it in, a contract told from a key, and what follows
// once there is a message. A page fetches it once a wallet is chosen: it is a good part of what signing in weighs, and the sign-in page must be light.
import { toChecksumAddress } from '@countersign/message'
import { writeMessage } from '@countersign/message/write-message'
import { askContract } from './ask-contract.ts'
import { moveLate } from './late-moves.ts'
import type { MessageWriter } from './machine-state.ts'

export const messageWriter: MessageWriter = {
  toChecksumAddress,
  writeText: (message) => writeMessage(message).text,
  askContract,
  moveLate,
}

// How a message is written, an address put into the form that a message has it in, a contract told from a key, and what follows
// once there is a message. A page fetches it once a wallet is chosen: it is a good part of what signing in weighs, and the sign-in page must be light.
import { toChecksumAddress } from '@countersign/message'
import type { Message } from '@countersign/message'
import { writeMessage } from '@countersign/message/write-message'
import { askContract } from './ask-contract.ts'
import { moveLate } from './late-moves.ts'

/** What the machine needs to make a message for a wallet. */
export interface MessageWriter {
  /** The form of ERC-55. */
  readonly toChecksumAddress: (address: string) => string
  /**
   * The exact text. Writing makes sure that no field breaks out of its line; reading it back as well is left to the
   * server, which has to do it anyway: the parser would cost every visitor of a page some 5 kB.
   * @throws {MessageFault} where the fields make no valid message
   */
  readonly writeText: (message: Message) => string
  readonly askContract: typeof askContract
  readonly moveLate: typeof moveLate
}

export const messageWriter: MessageWriter = {
  toChecksumAddress,
  writeText: (message) => writeMessage(message).text,
  askContract,
  moveLate,
}

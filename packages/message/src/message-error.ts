import { messageErrorTexts } from './message-error-texts.ts'
import type { MessageErrorTextEntry, MessageErrorCode } from './message-error-texts.ts'
import type { MessageField } from './sign-in-message.ts'

/**
 * Thrown for an invalid message, with the position of the first character that violates a rule.
 *
 * @example
 * ```ts
 * import { MessageError, parseSignInMessage } from '@countersign/message'
 *
 * try {
 *   parseSignInMessage('example.com wants you to sign in with your Ethereum account:\n0xabc')
 * } catch (fault) {
 *   if (!(fault instanceof MessageError)) throw fault
 *   fault.code // => 'message.address_invalid'
 *   fault.message // => 'The address is not 0x followed by 40 hexadecimal digits.'
 *   fault.field // => 'address'
 *   fault.line // => 2
 *   fault.offset // => 66
 * }
 * ```
 */
export class MessageError extends Error {
  override readonly name = 'MessageError'
  readonly code: MessageErrorCode
  /** The field that has the error; undefined if the error is in no field, as for a blank line. */
  readonly field: MessageField | undefined
  /** From 1. */
  readonly line: number
  /** Counted from 0, in UTF-16 code units. */
  readonly offset: number

  /**
   * @param text the whole text, from which the line is computed
   * @param offset position of the error
   * @param field needed if the code does not determine it
   */
  constructor(code: MessageErrorCode, text: string, offset: number, field?: MessageField) {
    const entry: MessageErrorTextEntry = messageErrorTexts[code]
    super(entry.message)
    this.code = code
    this.field = field ?? entry.field
    this.offset = offset
    this.line = text.slice(0, offset).split('\n').length
  }
}

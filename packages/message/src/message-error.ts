// The one error that this package throws: which rule was broken, in which field, and where in the text.
import { messageErrorTexts } from './message-error-texts.ts'
import type { MessageErrorTextEntry, MessageErrorCode } from './message-error-texts.ts'
import type { MessageField } from './sign-in-message.ts'

/**
 * A refusal of a message, with the place of the first character that breaks a rule: the one error that this package throws for what
 * a message says.
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
 *   fault.message // => 'Address is not 0x and 40 hexadecimal digits.'
 *   fault.field // => 'address'
 *   fault.line // => 2
 *   fault.offset // => 66
 * }
 * ```
 */
export class MessageError extends Error {
  override readonly name = 'MessageError'
  readonly code: MessageErrorCode
  /** The field that the fault is in; undefined where it is in none, such as in an empty line. */
  readonly field: MessageField | undefined
  /** Counted from 1. */
  readonly line: number
  /** Counted from 0, in UTF-16 units, as JavaScript counts the characters of a string. */
  readonly offset: number

  /**
   * @param code what is wrong; the words come from `messageErrorTexts`
   * @param text the whole text that was read
   * @param offset where in it the fault is
   * @param field the field, where the code alone does not tell it
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

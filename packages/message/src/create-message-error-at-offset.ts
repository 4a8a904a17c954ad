// This is a separate file, so that formatting does not load the error texts.
import { MessageError } from './message-error.ts'
import { messageErrorTexts } from './message-error-texts.ts'
import type { MessageErrorCode, MessageErrorTextEntry } from './message-error-texts.ts'
import type { MessageField } from './sign-in-message.ts'

const lineFeed = 10
const carriageReturn = 13

/** If the line has an invisible or lookalike character, the error is about that character. */
export function createMessageErrorAtOffset(
  code: MessageErrorCode,
  text: string,
  offset: number,
  field?: MessageField,
): MessageError {
  const entry: MessageErrorTextEntry = messageErrorTexts[code]
  const place = Math.min(offset, text.length)
  for (
    let at = text.slice(0, place).lastIndexOf('\n') + 1;
    at < text.length && text.charCodeAt(at) !== lineFeed;
    at += 1
  ) {
    const unseen = classifyUnprintable(text.charCodeAt(at))
    if (unseen) return new MessageError(unseen, text, at, field ?? entry.field)
  }
  return new MessageError(code, text, place, field)
}

/** Returns undefined for printable ASCII. */
function classifyUnprintable(character: number): MessageErrorCode | undefined {
  if (character === carriageReturn) return 'message.carriage_return'
  return character < 32 || character > 126 ? 'message.character_foreign' : undefined
}

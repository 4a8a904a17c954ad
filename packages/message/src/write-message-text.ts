// Writes the text of a message from its fields. Loads no error texts, which a page would not show.
import type { SignInMessage, MessageField } from './sign-in-message.ts'
import { messageFieldLabels } from './message-field-line-prefixes.ts'
import type { MessageLayout } from './message-layout.ts'

/** The offset of an absent field is where its value would be. */
export interface MessageTextWithOffsets {
  readonly text: string
  readonly fieldOffsets: Readonly<Record<MessageField, number>>
}

/**
 * Does not validate the values.
 * @throws what `createError` returns, if a field is not text or contains a line feed
 */
export function writeMessageText(
  message: SignInMessage,
  { header, hasSecondBlankLine }: MessageLayout,
  createError: (field: MessageField, text: string, offset: number) => Error,
): MessageTextWithOffsets {
  const fieldOffsets = {} as Record<MessageField, number>
  let text = ''

  function put(field: MessageField, value: unknown, before: string, after: string): void {
    if (value === undefined) {
      fieldOffsets[field] = text.length
      return
    }
    text += before
    fieldOffsets[field] ??= text.length
    if (typeof value !== 'string') throw createError(field, text, text.length)
    const lineFeed = value.indexOf('\n')
    if (lineFeed !== -1) throw createError(field, text + value, text.length + lineFeed)
    text += value + after
  }

  put('scheme', message.scheme, '', '://')
  put('domain', message.domain, '', '')
  text += header
  put('address', message.address, '', '')
  text += hasSecondBlankLine ? '\n\n' : '\n'
  put('statement', message.statement, hasSecondBlankLine ? '' : '\n', '\n')
  put('uri', message.uri, '\n' + messageFieldLabels.uri, '')
  put('version', message.version, '\n' + messageFieldLabels.version, '')
  put('chainId', message.chainId, '\n' + messageFieldLabels.chainId, '')
  put('nonce', message.nonce, '\n' + messageFieldLabels.nonce, '')
  put('issuedAt', message.issuedAt, '\n' + messageFieldLabels.issuedAt, '')
  put('expirationTime', message.expirationTime, '\n' + messageFieldLabels.expirationTime, '')
  put('notBefore', message.notBefore, '\n' + messageFieldLabels.notBefore, '')
  put('requestId', message.requestId, '\n' + messageFieldLabels.requestId, '')
  if (message.resources === undefined) {
    fieldOffsets.resources = text.length
  } else {
    text += '\n' + messageFieldLabels.resources
    fieldOffsets.resources = text.length
    if (!Array.isArray(message.resources)) throw createError('resources', text, text.length)
    for (const resource of message.resources) {
      if (resource === undefined) throw createError('resources', text, text.length)
      put('resources', resource, '\n- ', '')
    }
  }
  return { text, fieldOffsets }
}

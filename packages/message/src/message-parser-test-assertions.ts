import { expect } from 'vitest'
import { validEthereumMessageExample } from './message-error-examples.ts'
import type { SignInMessage } from './sign-in-message.ts'
import { formatSignInMessage } from './format-sign-in-message.ts'
import { MessageError } from './message-error.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'

export const minimalEthereumMessageFixture = `example.com wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed


URI: a:
Version: 1
Chain ID: 1
Nonce: 12345678
Issued At: 2024-02-29T12:00:00Z`

export function findMessageParseError(text: string): string | null {
  try {
    parseSignInMessage(text)
    return null
  } catch (fault) {
    if (!(fault instanceof MessageError)) throw fault
    return `${fault.code} ${fault.field ?? '-'} ${fault.line}:${fault.offset}`
  }
}

export function expectMessageParseError(text: string): string {
  const reason = findMessageParseError(text)
  if (reason === null) throw new Error('The text was accepted.')
  return reason
}

export function replaceTextInMessage(
  piece: string,
  replacement: string,
  message = validEthereumMessageExample,
): string {
  expect(message).toContain(piece)
  return message.replace(piece, () => replacement)
}

export function expectParseErrorAfterReplacement(
  piece: string,
  replacement: string,
  message = validEthereumMessageExample,
): string {
  return expectMessageParseError(replaceTextInMessage(piece, replacement, message))
}

export function expectMessageRoundTrip(text: string): SignInMessage {
  const message = parseSignInMessage(text)
  expect(formatSignInMessage(message)).toBe(text)
  return message
}

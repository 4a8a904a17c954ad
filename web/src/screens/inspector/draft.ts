// A message that is being composed: the fields as they are typed, and the text that they make.
import { createNonce, formatMessage, MessageFault } from '@countersign/message'
import type { Message, MessageField } from '@countersign/message'
import { writeMessage } from '@countersign/message/write-message'

/** Every field as text; an empty one that may be absent is absent. Resources stand one in each line. */
export type Draft = Readonly<Record<Exclude<MessageField, 'version'>, string>>

/** A nonce that nobody can guess, from the browser's own source. */
export function newNonce(): string {
  return createNonce((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
}

/** @param page whose origin the message is for, until another is typed */
export function newDraft(
  { host, origin, protocol }: Pick<Location, 'host' | 'origin' | 'protocol'>,
  now: number,
): Draft {
  return {
    // Wallets take https where nothing is said.
    scheme: protocol === 'https:' ? '' : protocol.slice(0, -1),
    domain: host,
    address: '',
    statement: '',
    uri: `${origin}/`,
    chainId: '1',
    nonce: newNonce(),
    issuedAt: new Date(now).toISOString(),
    expirationTime: '',
    notBefore: '',
    requestId: '',
    resources: '',
  }
}

/** The fields as the message has them. */
export function messageOf(draft: Draft): Message {
  const {
    scheme,
    domain,
    address,
    statement,
    uri,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  } = draft
  const list = resources.split('\n').filter((line) => line !== '')
  return {
    ...(scheme !== '' && { scheme }),
    domain,
    address,
    ...(statement !== '' && { statement }),
    uri,
    version: '1',
    chainId,
    nonce,
    issuedAt,
    ...(expirationTime !== '' && { expirationTime }),
    ...(notBefore !== '' && { notBefore }),
    ...(requestId !== '' && { requestId }),
    ...(list.length > 0 && { resources: list }),
  }
}

/** The text that the fields make, well-formed or not: no field of a form holds a line feed. */
export function textOf(draft: Draft): string {
  return writeMessage(messageOf(draft)).text
}

/** What only the fields know and the text does not: such as a domain that would be read as a scheme and another domain. */
export function faultOfFields(draft: Draft): MessageFault | null {
  try {
    formatMessage(messageOf(draft))
    return null
  } catch (fault) {
    if (fault instanceof MessageFault) return fault
    throw fault
  }
}

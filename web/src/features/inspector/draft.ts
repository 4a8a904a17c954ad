// A message that is being composed: the fields as they are typed, and the text that they make.
import { bip122, createNonce, eip155, formatMessage, MessageFault, solana } from '@countersign/message'
import type { Message, MessageField, MessageForm, NamespaceName } from '@countersign/message'
import { bitcoinReferences } from '@countersign/message/bip122/chains'
import { writeMessage } from '@countersign/message/write-message'

/** A field that is typed. */
export type FieldName = Exclude<MessageField, 'version'>

/** Every field as text; an empty one that may be absent is absent. Resources stand one in each line. */
export interface Draft extends Readonly<Record<FieldName, string>> {
  /** The chain family whose account it is for. */
  readonly namespace: NamespaceName
}

const forms: Readonly<Record<NamespaceName, MessageForm>> = { eip155, solana, bip122 }

/** The chain that most messages of a family name. */
const usualChains: Readonly<Record<NamespaceName, string>> = {
  eip155: '1',
  solana: 'mainnet',
  bip122: bitcoinReferences.mainnet,
}

/** The same message for an account of another chain family, whose address and chain are others. */
export const inFamily = (draft: Draft, namespace: NamespaceName): Draft =>
  draft.namespace === namespace ? draft : { ...draft, namespace, address: '', chainId: usualChains[namespace] }

/** Whether a message of this family says how the site is reached. */
export const mayHaveScheme = ({ namespace }: Draft): boolean => forms[namespace].mayHaveScheme

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
    namespace: 'eip155',
    // Wallets take https where nothing is said.
    scheme: protocol === 'https:' ? '' : protocol.slice(0, -1),
    domain: host,
    address: '',
    statement: '',
    uri: `${origin}/`,
    chainId: usualChains.eip155,
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
    ...(scheme !== '' && mayHaveScheme(draft) && { scheme }),
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
  return writeMessage(messageOf(draft), forms[draft.namespace]).text
}

/** What only the fields know and the text does not: such as a domain that would be read as a scheme and another domain. */
export function faultOfFields(draft: Draft): MessageFault | null {
  try {
    formatMessage(messageOf(draft), { form: forms[draft.namespace] })
    return null
  } catch (fault) {
    if (fault instanceof MessageFault) return fault
    throw fault
  }
}

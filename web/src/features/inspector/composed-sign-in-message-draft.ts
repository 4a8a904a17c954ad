// A message that is being composed: the fields as they are typed, and the text that they make.
import {
  bip122MessageProfile,
  createNonce,
  eip155MessageProfile,
  formatSignInMessage,
  MessageError,
  solanaMessageProfile,
} from '@countersign/message'
import type { SignInMessage, MessageField, MessageProfile, ChainNamespace } from '@countersign/message'
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'

/** A field that is typed. */
export type MessageFieldName = Exclude<MessageField, 'version'>

/** Every field as text; an empty one that may be absent is absent. Resources stand one in each line. */
export interface ComposedSignInMessageDraft extends Readonly<Record<MessageFieldName, string>> {
  /** The chain family whose account it is for. */
  readonly namespace: ChainNamespace
}

const messageFormsByNamespace: Readonly<Record<ChainNamespace, MessageProfile>> = {
  eip155: eip155MessageProfile,
  solana: solanaMessageProfile,
  bip122: bip122MessageProfile,
}

/** The chain that most messages of a family name. */
const defaultChains: Readonly<Record<ChainNamespace, string>> = {
  eip155: '1',
  solana: 'mainnet',
  bip122: bitcoinChainReferences.mainnet,
}

/** The same message for an account of another chain family, whose address and chain are others. */
export const switchDraftChainFamily = (
  draft: ComposedSignInMessageDraft,
  namespace: ChainNamespace,
): ComposedSignInMessageDraft =>
  draft.namespace === namespace ? draft : { ...draft, namespace, address: '', chainId: defaultChains[namespace] }

/** Whether a message of this family says how the site is reached. */
export const isMessageSchemeFieldAllowed = ({ namespace }: ComposedSignInMessageDraft): boolean =>
  messageFormsByNamespace[namespace].allowsScheme

/** A nonce that nobody can guess, from the browser's own source. */
export function generateNonce(): string {
  return createNonce((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
}

/** @param page whose origin the message is for, until another is typed */
export function createComposedSignInMessageDraft(
  { host, origin, protocol }: Pick<Location, 'host' | 'origin' | 'protocol'>,
  now: number,
): ComposedSignInMessageDraft {
  return {
    namespace: 'eip155',
    // Wallets take https where nothing is said.
    scheme: protocol === 'https:' ? '' : protocol.slice(0, -1),
    domain: host,
    address: '',
    statement: '',
    uri: `${origin}/`,
    chainId: defaultChains.eip155,
    nonce: generateNonce(),
    issuedAt: new Date(now).toISOString(),
    expirationTime: '',
    notBefore: '',
    requestId: '',
    resources: '',
  }
}

/** The fields as the message has them. */
export function toComposedSignInMessage(draft: ComposedSignInMessageDraft): SignInMessage {
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
    ...(scheme !== '' && isMessageSchemeFieldAllowed(draft) && { scheme }),
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
export function toComposedSignInMessageText(draft: ComposedSignInMessageDraft): string {
  return formatMessageWithOffsets(toComposedSignInMessage(draft), messageFormsByNamespace[draft.namespace]).text
}

/** What only the fields know and the text does not: such as a domain that would be read as a scheme and another domain. */
export function validateComposedSignInMessageDraft(draft: ComposedSignInMessageDraft): MessageError | null {
  try {
    formatSignInMessage(toComposedSignInMessage(draft), { profile: messageFormsByNamespace[draft.namespace] })
    return null
  } catch (fault) {
    if (fault instanceof MessageError) return fault
    throw fault
  }
}

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

export type MessageFieldName = Exclude<MessageField, 'version'>

/** Empty optional fields are omitted. Resources are entered one per line. */
export interface ComposedSignInMessageDraft extends Readonly<Record<MessageFieldName, string>> {
  readonly namespace: ChainNamespace
}

const messageFormsByNamespace: Readonly<Record<ChainNamespace, MessageProfile>> = {
  eip155: eip155MessageProfile,
  solana: solanaMessageProfile,
  bip122: bip122MessageProfile,
}

const defaultChains: Readonly<Record<ChainNamespace, string>> = {
  eip155: '1',
  solana: 'mainnet',
  bip122: bitcoinChainReferences.mainnet,
}

export const switchDraftChainFamily = (
  draft: ComposedSignInMessageDraft,
  namespace: ChainNamespace,
): ComposedSignInMessageDraft =>
  draft.namespace === namespace ? draft : { ...draft, namespace, address: '', chainId: defaultChains[namespace] }

export const isMessageSchemeFieldAllowed = ({ namespace }: ComposedSignInMessageDraft): boolean =>
  messageFormsByNamespace[namespace].allowsScheme

export function generateNonce(): string {
  return createNonce((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
}

export function createComposedSignInMessageDraft(
  { host, origin, protocol }: Pick<Location, 'host' | 'origin' | 'protocol'>,
  now: number,
): ComposedSignInMessageDraft {
  return {
    namespace: 'eip155',
    // Wallets assume https by default.
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

export function toComposedSignInMessageText(draft: ComposedSignInMessageDraft): string {
  return formatMessageWithOffsets(toComposedSignInMessage(draft), messageFormsByNamespace[draft.namespace]).text
}

/** Errors that only the fields reveal, such as a domain that parses as a scheme and a domain. */
export function validateComposedSignInMessageDraft(draft: ComposedSignInMessageDraft): MessageError | null {
  try {
    formatSignInMessage(toComposedSignInMessage(draft), { profile: messageFormsByNamespace[draft.namespace] })
    return null
  } catch (fault) {
    if (fault instanceof MessageError) return fault
    throw fault
  }
}

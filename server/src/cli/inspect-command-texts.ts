// What the inspector's commands say of what was found. The words of the errors stand with the errors, in message/.
import type {
  CompatibilityHintId,
  UrlOriginPart,
  SignatureFlaw,
  SignatureFormat,
  SuspiciousCharacterKind,
  MessageValidityState,
} from '@countersign/inspector/message-inspection-findings'
import type { MessageField, ChainNamespace } from '@countersign/message'
import { bitcoinVerificationErrors, solanaVerificationErrors } from '@countersign/proof'

export const messageFieldNames: Readonly<Record<MessageField, string>> = {
  scheme: 'scheme',
  domain: 'domain',
  address: 'address',
  statement: 'statement',
  uri: 'URI',
  version: 'version',
  chainId: 'chain ID',
  nonce: 'nonce',
  issuedAt: 'issued at',
  expirationTime: 'expiration time',
  notBefore: 'not before',
  requestId: 'request ID',
  resources: 'resources',
}

export const chainFamilyNames: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}

export const suspiciousCharacterTexts: Readonly<Record<SuspiciousCharacterKind, string>> = {
  invisible: 'cannot be seen',
  direction: 'turns the direction of writing',
  control: 'is a control character',
  'line-ending': 'is a foreign line ending',
  'look-alike': 'looks like another character',
  foreign: 'does not belong in a sign-in message',
}

export const messageValidityStateTexts: Readonly<Record<MessageValidityState, string>> = {
  valid: 'valid',
  expired: 'expired',
  'not-yet-valid': 'not valid yet',
  'issued-in-future': 'issued in the future; a clock is wrong',
}

export const originPartNames: Readonly<Record<UrlOriginPart, string>> = {
  scheme: 'scheme',
  host: 'host',
  subdomain: 'subdomain',
  port: 'port',
}

export const signatureFormatTexts: Readonly<Record<SignatureFormat, string>> = {
  plain: 'of a key: r, s and v',
  compact: 'of a key, compact (ERC-2098)',
  wrapped: 'of a contract wallet that may not be deployed yet (ERC-6492)',
  other: 'too long or too short for that of a key',
  'not-hexadecimal': 'not 0x and pairs of hexadecimal digits',
  ed25519: 'of a Solana key (Ed25519)',
  'not-base58': 'not 64 bytes in base58',
  'bip322-simple': 'of Bitcoin, simple: the witness (BIP-322)',
  'bip322-full': 'of Bitcoin, full: the transaction (BIP-322)',
  'bitcoin-legacy': 'of Bitcoin, of the old kind',
  'not-base64': 'not base64',
}

export const signatureFlawTexts: Readonly<Record<SignatureFlaw, string>> = {
  ...solanaVerificationErrors,
  ...bitcoinVerificationErrors,
  'prefix-missing': 'It does not begin with 0x; strict servers refuse that.',
  'high-s':
    'The number s is in the upper half, and the same signature exists in a lower form; strict servers take that alone (EIP-2).',
  'v-not-27-or-28':
    'The last byte, v, is neither 27 nor 28. Some wallets write 0 or 1; contracts and strict servers refuse that.',
  'r-out-of-range': 'The number r is zero or not below the order of the curve.',
  's-out-of-range': 'The number s is zero or not below the order of the curve.',
  'no-key': 'No key can have made it.',
  'wrapper-unreadable':
    'It ends as the wrapper of a contract wallet does (ERC-6492), but what stands before cannot be read.',
}

export const messageCompatibilityHintTexts: Readonly<Record<CompatibilityHintId, string>> = {
  'no-statement-blank-lines':
    'Without a statement the grammar asks for two empty lines here. Some readers ask for one instead, and refuse two.',
  'line-feed-at-end':
    'A line feed at the end is not part of a message. Lenient readers cut it off; strict ones refuse it, because other bytes would be signed.',
  'address-lower-case':
    'The address is in small letters. Lenient readers take it; strict ones ask for the checksum (ERC-55).',
  'address-upper-case':
    'The address is in capital letters. Lenient readers take it; strict ones ask for the checksum (ERC-55).',
  'userinfo-in-domain':
    'The domain is what stands after the “@”; what stands before it deceives people, and strict wallets warn.',
  'domain-capitals':
    'The domain has capital letters. Hosts do not differ by them; readers that compare texts find a difference.',
  'domain-uri-differ':
    'Domain and URI name different hosts. It is allowed; strict readers refuse it, because people see only one of them.',
  'scheme-missing': 'There is no scheme; wallets assume https then, and warn on a page that came by http.',
  'port-in-domain':
    'The domain names a port. The wallet has to compare it with that of the page; some compare the host alone.',
  'default-port':
    'The port is the usual one of the scheme. Browsers leave it out, so that wallets that compare texts find a difference.',
  'chain-id-number':
    'The chain id has leading zeros, or more digits than many programs count exactly: readers that make a number of it write another text.',
  'leap-second': 'The time is a leap second. RFC 3339 knows it; the date functions of most languages do not.',
  'time-small-letters': 'The time has a small “t” or “z”. RFC 3339 allows it; many readers do not.',
  'time-offset': 'The time has an offset. It is allowed; readers that compare times as texts go wrong. Z is safe.',
  'time-fraction':
    'The time has a fraction of a second. It is allowed; readers that write the time anew may write other digits, which is another text than the signed one.',
  'no-expiration':
    'There is no expiration time: whoever has the message can use it for as long as the server accepts its nonce.',
  'empty-statement':
    'The statement is empty, which is something else than none. Many readers do not tell them apart, and write another text.',
  'empty-resources':
    'The list of resources is empty, which is something else than none. Many readers leave it out, and write another text.',
}

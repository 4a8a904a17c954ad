// Texts of the inspector commands. Error texts come from @countersign/message.
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
  invisible: 'is invisible',
  direction: 'changes the text direction',
  control: 'is a control character',
  'line-ending': 'is a non-standard line ending',
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
  plain: 'from a key (r, s and v)',
  compact: 'from a key, compact (ERC-2098)',
  wrapped: 'from a contract wallet that may not be deployed yet (ERC-6492)',
  other: 'too long or too short for a key',
  'not-hexadecimal': 'not 0x followed by pairs of hexadecimal digits',
  ed25519: 'from a Solana key (Ed25519)',
  'solana-offchain': 'Solana off-chain message with its signature',
  'not-base58': 'neither 64 bytes in base58 nor an off-chain message envelope in base64',
  'bip322-simple': 'simple Bitcoin signature: the witness (BIP-322)',
  'bip322-full': 'full Bitcoin signature: the transaction (BIP-322)',
  'bitcoin-legacy': '65-byte Bitcoin signature (BIP-137)',
  'not-base64': 'not base64',
}

export const signatureFlawTexts: Readonly<Record<SignatureFlaw, string>> = {
  ...solanaVerificationErrors,
  ...bitcoinVerificationErrors,
  'prefix-missing': 'The signature does not start with 0x. Strict servers refuse such signatures.',
  'high-s':
    "The signature's s value is in the upper half of its range (high-s). An equivalent low-s signature exists, and strict servers accept only that one (EIP-2).",
  'v-not-27-or-28':
    'The last byte, v, is neither 27 nor 28. Some wallets write 0 or 1; contracts and strict servers refuse that.',
  'r-out-of-range': "The signature's r value is zero, or is not less than the curve order.",
  's-out-of-range': "The signature's s value is zero, or is not less than the curve order.",
  'no-key': 'No key can have produced this signature.',
  'wrapper-unreadable':
    'The signature ends like a contract wallet wrapper (ERC-6492), but the part before that cannot be decoded.',
}

export const messageCompatibilityHintTexts: Readonly<Record<CompatibilityHintId, string>> = {
  'no-statement-blank-lines':
    'Without a statement, the grammar requires two empty lines here. Some parsers require one instead, and refuse two.',
  'line-feed-at-end':
    'A line feed at the end is not part of a message. Lenient parsers remove it; strict ones refuse it, because the signed bytes would be different.',
  'address-lower-case':
    'The address is in lower case. Lenient parsers accept it; strict ones require the checksum (ERC-55).',
  'address-upper-case':
    'The address is in upper case. Lenient parsers accept it; strict ones require the checksum (ERC-55).',
  'userinfo-in-domain':
    'The domain is the part after the “@”. The part before it can deceive people, and strict wallets warn about it.',
  'domain-capitals':
    'The domain has capital letters. Host names are case-insensitive, but parsers that compare them as text see a difference.',
  'domain-uri-differ':
    'The domain and the URI name different hosts. This is allowed, but strict parsers refuse it, because people see only one of them.',
  'scheme-missing': 'There is no scheme. Wallets then assume https, and warn on a page loaded over http.',
  'port-in-domain':
    'The domain has a port. The wallet has to compare it with the port of the page; some compare only the host.',
  'default-port':
    'The port is the default port of the scheme. Browsers omit it, so wallets that compare text see a difference.',
  'chain-id-number':
    'The chain ID has leading zeros, or more digits than many programs can represent exactly. Parsers that convert it to a number produce different text.',
  'leap-second': 'The time is a leap second. RFC 3339 allows it; the date functions of most languages do not.',
  'time-small-letters': 'The time has a lower-case “t” or “z”. RFC 3339 allows it; many parsers do not.',
  'time-offset':
    'The time has an offset. This is allowed, but parsers that compare times as text get it wrong. Z is safe.',
  'time-fraction':
    'The time has a fraction of a second. This is allowed, but parsers that rewrite the time may write different digits, and the result no longer matches the signed text.',
  'no-expiration':
    'There is no expiration time. Anyone who has the message can use it for as long as the server accepts its nonce.',
  'empty-statement':
    'The statement is empty, which is different from no statement. Many parsers do not distinguish the two, and produce different text.',
  'empty-resources':
    'The list of resources is empty, which is different from no list. Many parsers omit an empty list, and produce different text.',
}

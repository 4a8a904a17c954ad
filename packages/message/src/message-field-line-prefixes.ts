// The words of the standard that stand around the fields. Their letter case is part of them: ERC-4361 §Message Format
// marks each with %s (RFC 7405 §2.1).

/** What stands before the value of a field that has a line of its own, in the order of the lines. */
export const messageFieldLabels = {
  uri: 'URI: ',
  version: 'Version: ',
  chainId: 'Chain ID: ',
  nonce: 'Nonce: ',
  issuedAt: 'Issued At: ',
  expirationTime: 'Expiration Time: ',
  notBefore: 'Not Before: ',
  requestId: 'Request ID: ',
  resources: 'Resources:',
} as const

/** A field that has a line of its own. */
export type LabeledMessageFieldName = keyof typeof messageFieldLabels

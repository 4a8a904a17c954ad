// The letter case of labels matters (%s in ERC-4361 §Message Format, RFC 7405 §2.1).

/** In the order of the lines. */
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

export type LabeledMessageFieldName = keyof typeof messageFieldLabels

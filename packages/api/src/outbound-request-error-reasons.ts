// Why a request of this server to another one came to nothing: a code each, and its words in English. The log says them as they stand; the
// screens have words of their own for each, in each language.

/** Refused before anything was sent: the operator's or the application's settings must change. */
export const blockedOutboundRequestReasons = {
  address_invalid: 'the address cannot be read; it must be a whole https address',
  scheme_not_allowed: 'only https is allowed',
  credentials_in_address: 'a name or password in the address is not allowed',
  plain_http: 'plain http is only allowed into the networks of COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS; use https',
  private_network: 'the address belongs to a private network; COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS can allow it',
} as const

export const outboundRequestErrorReasons = {
  ...blockedOutboundRequestReasons,
  name_unknown: 'the name of the server cannot be resolved',
  timed_out: 'the server did not answer within COUNTERSIGN_OUTBOUND_TIMEOUT_SECONDS',
  connection_failed: 'the connection to the server failed',
  connection_stale: 'the server had closed the connection that was kept for it',
  certificate_refused: 'the certificate of the server is not trusted',
  too_large: 'the answer is larger than COUNTERSIGN_OUTBOUND_RESPONSE_BYTES',
  answer_encoded: 'the answer is compressed, which was not asked for',
} as const

export type OutboundRequestErrorReason = keyof typeof outboundRequestErrorReasons

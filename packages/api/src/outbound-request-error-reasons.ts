// These texts are for the log; the screens have translations.

/** Nothing was sent, and retrying cannot help until the settings change. */
export const blockedOutboundRequestReasons = {
  address_invalid: 'the address is not valid; it must be a complete https URL',
  scheme_not_allowed: 'only https is allowed',
  credentials_in_address: 'the address must not contain a username or password',
  plain_http: 'plain http is allowed only to the networks in COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS; use https',
  private_network: 'the address is in a private network; COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS can allow it',
} as const

export const outboundRequestErrorReasons = {
  ...blockedOutboundRequestReasons,
  name_unknown: 'the host name cannot be resolved',
  timed_out: 'the server did not respond within COUNTERSIGN_OUTBOUND_TIMEOUT_SECONDS',
  connection_failed: 'the connection to the server failed',
  connection_stale: 'the server had closed the reused connection',
  certificate_refused: 'the server’s certificate is not trusted',
  too_large: 'the response is larger than COUNTERSIGN_OUTBOUND_RESPONSE_BYTES',
  answer_encoded: 'the response is compressed although no compression was requested',
} as const

export type OutboundRequestErrorReason = keyof typeof outboundRequestErrorReasons

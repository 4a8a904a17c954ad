// Why a request of this server to another one came to nothing, in words for the log: never anything of the answer.

/** Refused before anything was sent: the operator's or the application's settings must change. */
const refusedReasons = [
  'address_invalid',
  'scheme_not_allowed',
  'credentials_in_address',
  'plain_http',
  'private_network',
] as const

/** Tried and failed: the other server, or the way to it. */
const failedReasons = [
  'name_unknown',
  'timed_out',
  'connection_failed',
  'connection_stale',
  'certificate_refused',
  'too_large',
  'answer_encoded',
] as const

export type OutboundReason = (typeof refusedReasons)[number] | (typeof failedReasons)[number]

const explanations: Readonly<Record<OutboundReason, string>> = {
  address_invalid: 'the address cannot be read; it must be a whole https address',
  scheme_not_allowed: 'only https is allowed',
  credentials_in_address: 'a name or password in the address is not allowed',
  plain_http: 'plain http is only allowed into the networks of COUNTERSIGN_OUTBOUND_NETWORKS; use https',
  private_network: 'the address belongs to a private network; COUNTERSIGN_OUTBOUND_NETWORKS can allow it',
  name_unknown: 'the name of the server cannot be resolved',
  timed_out: 'the server did not answer within COUNTERSIGN_OUTBOUND_SECONDS',
  connection_failed: 'the connection to the server failed',
  connection_stale: 'the server had closed the connection that was kept for it',
  certificate_refused: 'the certificate of the server is not trusted',
  too_large: 'the answer is larger than COUNTERSIGN_OUTBOUND_BYTES',
  answer_encoded: 'the answer is compressed, which was not asked for',
}

/** A request to another server that was refused here, or failed there. */
export class OutboundFault extends Error {
  override readonly name = 'OutboundFault'
  readonly reason: OutboundReason

  /**
   * @param host that was to be reached; never the whole address, which can carry a secret
   * @param code of the operating system or of TLS, where there is one
   */
  constructor(reason: OutboundReason, purpose: string, host: string, code?: string) {
    super(
      `The request to ${host} (${purpose}) came to nothing: ${explanations[reason]}${code === undefined ? '' : ` (${code})`}.`,
    )
    this.reason = reason
  }

  /** Whether nothing was sent, because the address is not allowed. */
  get refused(): boolean {
    return refusedReasons.some((reason) => reason === this.reason)
  }
}

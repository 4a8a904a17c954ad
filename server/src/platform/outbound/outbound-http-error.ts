// Why a request of this server to another one came to nothing, in words for the log: never anything of the answer.
import {
  outboundRequestErrorReasons,
  blockedOutboundRequestReasons,
} from '@countersign/api/outbound-request-error-reasons'
import type { OutboundRequestErrorReason } from '@countersign/api/outbound-request-error-reasons'

export type { OutboundRequestErrorReason }

/** A request to another server that was refused here, or failed there. */
export class OutboundHttpError extends Error {
  override readonly name = 'OutboundHttpError'
  readonly reason: OutboundRequestErrorReason

  /**
   * @param host that was to be reached; never the whole address, which can carry a secret
   * @param code of the operating system or of TLS, where there is one
   */
  constructor(reason: OutboundRequestErrorReason, purpose: string, host: string, code?: string) {
    super(
      `The request to ${host} (${purpose}) came to nothing: ${outboundRequestErrorReasons[reason]}${code === undefined ? '' : ` (${code})`}.`,
    )
    this.reason = reason
  }

  /** Whether nothing was sent, because the address is not allowed. */
  get isRefused(): boolean {
    return this.reason in blockedOutboundRequestReasons
  }
}

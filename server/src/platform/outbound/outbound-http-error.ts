import {
  outboundRequestErrorReasons,
  blockedOutboundRequestReasons,
} from '@countersign/api/outbound-request-error-reasons'
import type { OutboundRequestErrorReason } from '@countersign/api/outbound-request-error-reasons'

export type { OutboundRequestErrorReason }

export class OutboundHttpError extends Error {
  override readonly name = 'OutboundHttpError'
  readonly reason: OutboundRequestErrorReason

  /** @param host only the host, because the rest of the URL can contain a secret */
  constructor(reason: OutboundRequestErrorReason, purpose: string, host: string, code?: string) {
    super(
      `The request to ${host} (${purpose}) failed: ${outboundRequestErrorReasons[reason]}${code === undefined ? '' : ` (${code})`}.`,
    )
    this.reason = reason
  }

  get isRefused(): boolean {
    return this.reason in blockedOutboundRequestReasons
  }
}

// Why a request of this server to another one came to nothing, in words for the log: never anything of the answer.
import { outboundReasons, refusedReasons } from '@countersign/api/outbound-reasons'
import type { OutboundReason } from '@countersign/api/outbound-reasons'

export type { OutboundReason }

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
      `The request to ${host} (${purpose}) came to nothing: ${outboundReasons[reason]}${code === undefined ? '' : ` (${code})`}.`,
    )
    this.reason = reason
  }

  /** Whether nothing was sent, because the address is not allowed. */
  get refused(): boolean {
    return this.reason in refusedReasons
  }
}

// A node error. It omits the URL and the response, because both can contain secrets.
import { chainNodeErrorReasons } from '@countersign/api/chain-node-check-results'
import type { ChainNodeErrorReason } from '@countersign/api/chain-node-check-results'
import type { ContractCall } from '@countersign/proof/chain-reader'

export type { ChainNodeErrorReason }

export class RpcNodeError extends Error {
  override readonly name = 'RpcNodeError'
  readonly reason: ChainNodeErrorReason
  /** HTTP status or JSON-RPC error code. */
  readonly status: number | undefined
  /** The affected calls; empty if all calls are affected. */
  readonly calls: readonly ContractCall[]

  constructor(reason: ChainNodeErrorReason, code?: number, questions: readonly ContractCall[] = []) {
    super(code === undefined ? chainNodeErrorReasons[reason] : `${chainNodeErrorReasons[reason]} (${code})`)
    this.reason = reason
    this.status = code
    this.calls = questions
  }
}

export function toRpcNodeError(error: unknown): RpcNodeError {
  if (error instanceof RpcNodeError) return error
  throw error
}

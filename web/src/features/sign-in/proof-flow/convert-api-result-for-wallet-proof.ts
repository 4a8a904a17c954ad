// A call's result in the terms of the machine that proves a wallet.
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ApiEndpointResult } from '../../../api/api-client.ts'
import type { WalletProofServerResult } from '../wallet/wallet-proof-events.ts'

/** @param read what the machine needs of the answer */
export function toWalletProofServerResult<Name extends ApiEndpointName, Read>(
  result: ApiEndpointResult<Name>,
  read: (answer: (ApiEndpointResult<Name> & { ok: true })['answer']) => Read,
): WalletProofServerResult<Read> {
  return result.ok ? { ok: true, answer: read(result.answer) } : { ok: false, problem: result.problem }
}

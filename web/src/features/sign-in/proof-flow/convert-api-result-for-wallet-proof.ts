import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ApiEndpointResult } from '../../../api/api-client.ts'
import type { WalletProofServerResult } from '../wallet/wallet-proof-events.ts'

export function toWalletProofServerResult<Name extends ApiEndpointName, Read>(
  result: ApiEndpointResult<Name>,
  read: (answer: (ApiEndpointResult<Name> & { ok: true })['answer']) => Read,
): WalletProofServerResult<Read> {
  return result.ok ? { ok: true, answer: read(result.answer) } : { ok: false, problem: result.problem }
}

// A call's result in the terms of the machine that proves a wallet.
import type { EndpointName } from '@countersign/api/api-routes'
import type { EndpointResult } from '../../../api/api-client.ts'
import type { ServerResult } from '../wallet/wallet-proof-events.ts'

/** @param read what the machine needs of the answer */
export function toServerResult<Name extends EndpointName, Read>(
  result: EndpointResult<Name>,
  read: (answer: (EndpointResult<Name> & { ok: true })['answer']) => Read,
): ServerResult<Read> {
  return result.ok ? { ok: true, answer: read(result.answer) } : { ok: false, problem: result.problem }
}

// A call's result in the terms of the machine that proves a wallet.
import type { CallName } from '@countersign/api/routes'
import type { CallResult } from '../../../api/api.ts'
import type { ServerAnswer } from '../wallet/events.ts'

/** @param read what the machine needs of the answer */
export function serverAnswer<Name extends CallName, Read>(
  result: CallResult<Name>,
  read: (answer: (CallResult<Name> & { ok: true })['answer']) => Read,
): ServerAnswer<Read> {
  return result.ok ? { ok: true, answer: read(result.answer) } : { ok: false, problem: result.problem }
}

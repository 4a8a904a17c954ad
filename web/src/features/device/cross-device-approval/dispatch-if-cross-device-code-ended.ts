// Hears from the answer of whichever call that the code is over.
import type { CrossDeviceApprovalEvent } from './cross-device-approval-reducer.ts'

/** The application's sign-in that the other browser is at may be over as well: there is nothing to answer then either. */
const codeEndErrorCodes: ReadonlySet<string> = new Set(['cross_device.ended', 'interaction.invalid'])

/** Hands the result on, and says it where it is over. */
export function dispatchIfCrossDeviceCodeEnded<Result extends { ok: true } | { ok: false; problem: { code: string } }>(
  result: Result,
  dispatch: (event: CrossDeviceApprovalEvent) => void,
): Result {
  if (!result.ok && codeEndErrorCodes.has(result.problem.code)) dispatch({ type: 'code-ended' })
  return result
}

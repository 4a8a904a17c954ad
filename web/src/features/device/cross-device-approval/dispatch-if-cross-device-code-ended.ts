import type { CrossDeviceApprovalEvent } from './cross-device-approval-reducer.ts'

/** If the application's sign-in has ended, there is also nothing left to approve. */
const codeEndErrorCodes: ReadonlySet<string> = new Set(['cross_device.ended', 'interaction.invalid'])

export function dispatchIfCrossDeviceCodeEnded<Result extends { ok: true } | { ok: false; problem: { code: string } }>(
  result: Result,
  dispatch: (event: CrossDeviceApprovalEvent) => void,
): Result {
  if (!result.ok && codeEndErrorCodes.has(result.problem.code)) dispatch({ type: 'code-ended' })
  return result
}

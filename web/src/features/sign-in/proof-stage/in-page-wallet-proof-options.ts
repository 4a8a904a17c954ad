import type { PasskeyAssertion } from '@countersign/api/api-endpoints'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'
import type { HttpConnectionProblem } from '../../../api/api-client.ts'
import { redirectToSessionEndedPage } from '../../../api/safe-redirect.ts'
import type { AcceptedWalletProof, WalletProofServerResult } from '../wallet/wallet-proof-events.ts'
import type { SameBrowserWalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'

type SubmitResult<Answer> =
  | { ok: true; answer: Answer }
  | { ok: false; problem: ProblemDetails | HttpConnectionProblem }

export interface InPageWalletProofOptions<Answer> {
  purpose: Exclude<SameBrowserWalletProofPurpose, { for: 'sign-in' }>
  submit: (signed: { message: string; signature: string }) => Promise<SubmitResult<Answer>>
  /** Absent if no passkey is accepted. */
  submitAssertion?: (assertion: PasskeyAssertion) => Promise<SubmitResult<Answer>>
  onProved: (answer: Answer) => void
  /** Called if the user dismissed an intermediate question. In that case, nothing happened. */
  onCancelled?: () => void
}

export function toCrossDeviceProofOptions<Answer>(place: InPageWalletProofOptions<Answer>): CrossDeviceProofOptions {
  const { purpose, submitAssertion } = place
  let accepted: { answer: Answer } | null = null
  const take = (submitted: SubmitResult<Answer>): WalletProofServerResult<AcceptedWalletProof> => {
    const result = redirectIfSessionEnded(submitted)
    if (result.ok) {
      accepted = result
      return { ok: true, answer: { name: null, next: '' } }
    }
    if (result.problem.code === 'network.cancelled') place.onCancelled?.()
    return result
  }
  return {
    purpose,
    submit: async (message, signature) => take(await place.submit({ message, signature })),
    ...(submitAssertion && { submitAssertion: async (assertion) => take(await submitAssertion(assertion)) }),
    onProblem: (problem) => void redirectIfSessionEnded({ ok: false, problem }),
    leave: () => accepted && place.onProved(accepted.answer),
  }
}

export function redirectIfSessionEnded<Result extends { ok: true } | { ok: false; problem: { code: string } }>(
  result: Result,
): Result {
  if (!result.ok && result.problem.code === 'session.required') redirectToSessionEndedPage()
  return result
}

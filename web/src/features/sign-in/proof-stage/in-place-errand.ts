// What a proof is for that is asked of somebody who is signed in, on the page where they are: what comes of it is handed on, and the page stays.
import type { PasskeyAssertion } from '@countersign/api/calls'
import type { Problem } from '@countersign/api/problem'
import type { DeviceErrand } from '../proof/errand.ts'
import type { ClientProblem } from '../../../api/api.ts'
import { leaveSignedOut } from '../../../api/leave.ts'
import type { Accepted, ServerAnswer } from '../wallet/events.ts'
import type { OwnPurpose } from '../wallet/purpose.ts'

type Submitted<Answer> = { ok: true; answer: Answer } | { ok: false; problem: Problem | ClientProblem }

export interface InPlace<Answer> {
  purpose: Exclude<OwnPurpose, { for: 'sign-in' }>
  /** Hands in what the wallet signed. */
  submit: (signed: { message: string; signature: string }) => Promise<Submitted<Answer>>
  /** Hands in what a passkey of another device answered, where one will do. */
  submitAssertion?: (assertion: PasskeyAssertion) => Promise<Submitted<Answer>>
  onProved: (answer: Answer) => void
  /** The person put away a question that came up on the way: nothing happened. */
  onCancelled?: () => void
}

export function inPlaceErrand<Answer>(place: InPlace<Answer>): DeviceErrand {
  const { purpose, submitAssertion } = place
  let accepted: { answer: Answer } | null = null
  const take = (submitted: Submitted<Answer>): ServerAnswer<Accepted> => {
    const result = leaveIfEnded(submitted)
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
    hear: (problem) => void leaveIfEnded({ ok: false, problem }),
    leave: () => accepted && place.onProved(accepted.answer),
  }
}

/** A session that ended meanwhile can prove nothing more here. */
export function leaveIfEnded<Result extends { ok: true } | { ok: false; problem: { code: string } }>(
  result: Result,
): Result {
  if (!result.ok && result.problem.code === 'session.required') leaveSignedOut()
  return result
}

// Begins with a passkey: asks the server for what it is made from, has the browser make it, and hands it in. Whatever comes in between is a value.
import type { CallAnswer } from '@countersign/api/calls'
import type { Problem } from '@countersign/api/problem'
import type { ClientProblem } from '../exchange.ts'
import { makePasskey } from '../passkey/make-passkey.ts'
import { inTurn } from '../prove/in-turn.ts'
import { callFirst } from '../sign-in-api.ts'

export type SignedUp =
  | { readonly ok: true; readonly answer: CallAnswer<'signUpWithPasskey'> }
  /** `code`: a `PasskeyFailure`, or one of the catalogue. */
  | { readonly ok: false; readonly code: string; readonly retryAfterSeconds: number }

/**
 * Never rejects.
 * @param interaction the application's sign-in that it is for; null for none
 * @param onMade the browser has made it, and the server looks at it
 */
export async function signUp(interaction: string | null, onMade: () => void): Promise<SignedUp> {
  const of = interaction === null ? {} : { interaction }
  const creation = await inTurn(() => callFirst('createPasskeySignUp', { body: of }))
  if (!creation.ok) return failed(creation.problem)
  const made = await makePasskey(creation.answer)
  if (!made.ok) return { ok: false, code: made.reason, retryAfterSeconds: 0 }
  onMade()
  const result = await callFirst('signUpWithPasskey', { body: { attestation: made.attestation, ...of } })
  return result.ok ? { ok: true, answer: result.answer } : failed(result.problem)
}

const failed = (problem: Problem | ClientProblem): SignedUp => ({
  ok: false,
  code: problem.code,
  retryAfterSeconds: ('retryAfterSeconds' in problem && problem.retryAfterSeconds) || 0,
})

// Passkey sign-in with a fake browser and a fake server.
import type { ApiEndpointOutput, PasskeyAssertion, PasskeyRequestOptions } from '@countersign/api/api-endpoints'
import { vi } from 'vitest'
import type { WalletProofServerProblem } from '../features/sign-in/wallet/wallet-proof-events.ts'
import type {
  PasskeyAssertionRequestResult,
  PasskeyAssertionOptions,
} from '../features/sign-in/passkeys/request-passkey-assertion.ts'
import type { PasskeyCeremonyFailure } from '../features/sign-in/passkeys/passkey-ceremony-failure.ts'
import { startPasskeySignIn } from '../features/sign-in/passkeys/passkey-sign-in-controller.ts'

export const testPasskeyRequestLifetimeMilliseconds = 300_000
export const passkeyAssertionFixture: PasskeyAssertion = {
  id: 'AQ',
  clientDataJSON: 'AQ',
  authenticatorData: 'AQ',
  signature: 'AQ',
  userHandle: null,
}
export const fakePasskeySignInResponse = {
  person: { displayName: 'Alice' },
  next: '/account',
} as unknown as ApiEndpointOutput<'signInWithPasskey'>

interface PendingRequest {
  challenge: string
  mediation: string
  isOver: () => boolean
  sign: () => Promise<void>
  fail: (reason: PasskeyCeremonyFailure) => Promise<void>
}

export function createPasskeyTestContext() {
  const asked: PendingRequest[] = []
  const sent: PasskeyAssertion[] = []
  const left: string[] = []
  const requestProblems: WalletProofServerProblem[] = []
  const signInProblems: WalletProofServerProblem[] = []
  const page = { see: () => {}, hide() {} }
  let seen = Promise.resolve()
  let requests = 0
  page.hide = () => {
    seen = new Promise((resolve) => (page.see = resolve))
  }
  const settle = async () => void (await vi.advanceTimersByTimeAsync(0))

  const passkey = startPasskeySignIn({
    now: () => Date.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    requestAssertion: (request: PasskeyRequestOptions, { mediation, signal }: PasskeyAssertionOptions) =>
      new Promise<PasskeyAssertionRequestResult>((resolve) => {
        const finish = (answer: PasskeyAssertionRequestResult) => {
          resolve(answer)
          return settle()
        }
        signal?.addEventListener('abort', () => resolve({ ok: false, reason: 'cancelled' }))
        asked.push({
          challenge: request.challenge,
          mediation: mediation === 'conditional' ? mediation : 'modal',
          isOver: () => signal?.aborted === true,
          sign: () => finish({ ok: true, assertion: passkeyAssertionFixture }),
          fail: (reason) => finish({ ok: false, reason }),
        })
      }),
    createRequest: async () => {
      const problem = requestProblems.shift()
      if (problem) return { ok: false, problem }
      requests += 1
      return {
        ok: true,
        answer: {
          challenge: `c${requests}`,
          rpId: 'site.example',
          allow: [],
          timeoutMs: testPasskeyRequestLifetimeMilliseconds,
        },
      }
    },
    signIn: async (given) => {
      sent.push(given)
      const problem = signInProblems.shift()
      return problem ? { ok: false, problem } : { ok: true, answer: fakePasskeySignInResponse }
    },
    waitUntilVisible: () => seen,
    leave: (path) => void left.push(path),
  })
  const openNow = () =>
    asked.filter(({ isOver }) => !isOver()).map(({ challenge, mediation }) => `${mediation} ${challenge}`)
  const last = () => {
    const request = asked.at(-1)
    if (!request) throw new Error('The browser was not asked for anything.')
    return request
  }
  return {
    passkey,
    asked,
    sent,
    left,
    requestProblems,
    signInProblems,
    page,
    openNow,
    last,
    settle,
    after: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  }
}

// Passkey sign-in by button or autofill (conditional UI). Only one request is pending at a time.
import type { ApiEndpointOutput, PasskeyAssertion, PasskeyRequestOptions } from '@countersign/api/api-endpoints'
import type { WalletProofServerResult } from '../wallet/wallet-proof-events.ts'
import type { WalletProofServerProblem } from '../wallet/wallet-proof-events.ts'
import { signedInRedirectDelayMilliseconds } from '../wallet/wallet-proof-phases.ts'
import type { PasskeyAssertionRequestResult, PasskeyAssertionOptions } from './request-passkey-assertion.ts'

type SignInResponse = ApiEndpointOutput<'signInWithPasskey'>

export type PasskeySignInPhase =
  | { readonly at: 'ready' }
  | { readonly at: 'waiting' }
  | { readonly at: 'checking' }
  /** `until` is when the server's rate limit ends, if there is one. */
  | { readonly at: 'stopped'; readonly code: string; readonly reason: string | undefined; readonly until: number }
  | { readonly at: 'done'; readonly answer: SignInResponse }

export interface PasskeySignInDependencies {
  readonly now: () => number
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly requestAssertion: (
    request: PasskeyRequestOptions,
    options: PasskeyAssertionOptions,
  ) => Promise<PasskeyAssertionRequestResult>
  readonly createRequest: () => Promise<WalletProofServerResult<PasskeyRequestOptions>>
  readonly signIn: (assertion: PasskeyAssertion) => Promise<WalletProofServerResult<SignInResponse>>
  readonly waitUntilVisible: () => Promise<void>
  readonly leave: (path: string) => void
}

export interface RunningPasskeySignIn {
  subscribe(listener: () => void): () => void
  getSnapshot(): PasskeySignInPhase
  start(): void
  startAutofill(): () => void
  /** @returns false if the server is already verifying a passkey */
  cancelForWallet(): boolean
  completeSignIn(answer: SignInResponse): void
  proceed(): void
}

/** Fraction of its lifetime after which a request is renewed, to leave time for signing. */
const renewAtFraction = 0.8
/** A browser that ends autofill sooner than this would also end the next request. */
const minAutofillMilliseconds = 1_000
/** Doubled after each refusal, because an authenticator that answers automatically would loop. */
const refusalPauseMilliseconds = 4_000
/** Some browsers end autofill once with an `UnknownError`; one that always does must not loop. */
const maxAutofillRestarts = 3
/** Doubled after each restart. */
const autofillRestartMilliseconds = 5_000

interface AssertionSlot {
  open: AbortController | null
  held: {
    readonly request: WalletProofServerResult<PasskeyRequestOptions> & { ok: true }
    readonly renewAt: number
  } | null
  cancelAlarm: () => void
}

function endRequest(slot: AssertionSlot, next: AbortController | null = null): void {
  slot.open?.abort()
  slot.cancelAlarm()
  slot.open = next
}

/** Reuses the stored request if it is fresh. Null if this attempt was superseded. */
async function requestAssertion(
  context: PasskeySignInDependencies,
  slot: AssertionSlot,
  mine: AbortController,
  mediation: CredentialMediationRequirement,
): Promise<PasskeyAssertionRequestResult | (WalletProofServerResult<PasskeyRequestOptions> & { ok: false }) | null> {
  endRequest(slot, mine)
  if (mediation === 'conditional') await context.waitUntilVisible()
  // The lifetime is measured from here, because the device clock may be wrong.
  const askedAt = context.now()
  if (slot.open === mine && (!slot.held || askedAt >= slot.held.renewAt)) {
    const request = await context.createRequest()
    if (!request.ok) return slot.open === mine ? request : null
    slot.held = { request, renewAt: askedAt + request.answer.timeoutMs * renewAtFraction }
  }
  if (slot.open !== mine || !slot.held) return null
  if (mediation === 'conditional') slot.cancelAlarm = context.after(slot.held.renewAt - askedAt, () => mine.abort())
  const asked = await context.requestAssertion(slot.held.request.answer, { mediation, signal: mine.signal })
  return slot.open === mine ? asked : null
}

export function startPasskeySignIn(context: PasskeySignInDependencies): RunningPasskeySignIn {
  const listeners = new Set<() => void>()
  let phase: PasskeySignInPhase = { at: 'ready' }
  const slot: AssertionSlot = { open: null, held: null, cancelAlarm: () => {} }
  let isOffered = false
  let refusals = 0
  let restarts = 0

  const show = (next: PasskeySignInPhase) => {
    phase = next
    for (const listener of listeners) listener()
  }
  const isIdle = () => phase.at === 'ready' || phase.at === 'stopped'
  const press = async () => {
    if (!isIdle()) return
    show({ at: 'waiting' })
    const asked = await requestAssertion(context, slot, new AbortController(), 'optional')
    if (asked?.ok) return submit(asked.assertion)
    if (asked) stop('problem' in asked ? asked.problem : { code: asked.reason })
  }

  const offer = async (): Promise<void> => {
    if (!isOffered || slot.open || !isIdle()) return
    const mine = new AbortController()
    const startedAt = context.now()
    const asked = await requestAssertion(context, slot, mine, 'conditional')
    if (!asked) return
    const isRenewed = mine.signal.aborted
    endRequest(slot)
    if (asked.ok) return submit(asked.assertion)
    if (isRenewed) restarts = 0
    // If the server issues no request, there is no autofill. The wallet flow reports the error.
    if (
      isRenewed ||
      ('reason' in asked && asked.reason === 'cancelled' && context.now() - startedAt >= minAutofillMilliseconds)
    )
      return offer()
    if ('reason' in asked && asked.reason === 'failed' && restarts < maxAutofillRestarts)
      slot.cancelAlarm = context.after(autofillRestartMilliseconds * 2 ** restarts++, () => void offer())
  }

  const submit = async (assertion: PasskeyAssertion) => {
    // The challenge is spent, whatever the result (THREATS M1).
    slot.held = null
    show({ at: 'checking' })
    const result = await context.signIn(assertion)
    if (!result.ok) return stop(result.problem, refusalPauseMilliseconds * 2 ** refusals++)
    completeSignIn(result.answer)
  }

  const completeSignIn = (answer: SignInResponse) => {
    show({ at: 'done', answer })
    slot.cancelAlarm = context.after(signedInRedirectDelayMilliseconds, proceed)
  }

  const stop = ({ code, reason, retryAfterSeconds = 0 }: WalletProofServerProblem, pauseMilliseconds = 0) => {
    endRequest(slot)
    show({ at: 'stopped', code, reason, until: context.now() + retryAfterSeconds * 1000 })
    if (pauseMilliseconds > 0) slot.cancelAlarm = context.after(pauseMilliseconds, () => void offer())
    else void offer()
  }

  const proceed = () => {
    slot.cancelAlarm()
    if (phase.at === 'done') context.leave(phase.answer.next)
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => phase,
    start: () => void press(),
    startAutofill() {
      isOffered = true
      void offer()
      return () => {
        isOffered = false
        // A request started by the button continues.
        if (isIdle()) endRequest(slot)
      }
    },
    cancelForWallet() {
      if (phase.at === 'checking' || phase.at === 'done') return false
      endRequest(slot)
      if (phase.at === 'waiting') show({ at: 'ready' })
      return true
    },
    completeSignIn,
    proceed,
  }
}

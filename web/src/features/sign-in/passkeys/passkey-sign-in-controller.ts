// Signing in with a passkey, beside the wallets. Two ways lead to it: a button, and the list that the browser opens by itself under a field
// (conditional UI, autofill), for which a request is kept open in the background. There is never more than one request at a time.
import type { ApiEndpointOutput, PasskeyAssertion, PasskeyRequestOptions } from '@countersign/api/api-endpoints'
import type { WalletProofServerResult } from '../wallet/wallet-proof-events.ts'
import type { WalletProofServerProblem } from '../wallet/wallet-proof-events.ts'
import { signedInRedirectDelayMilliseconds } from '../wallet/wallet-proof-phases.ts'
import type { PasskeyAssertionRequestResult, PasskeyAssertionOptions } from './request-passkey-assertion.ts'

type SignInResponse = ApiEndpointOutput<'signInWithPasskey'>

/** How far it is. `code` says what came in between: a `PasskeyCeremonyFailure`, or a code of the catalogue. */
export type PasskeySignInPhase =
  | { readonly at: 'ready' }
  | { readonly at: 'waiting' }
  | { readonly at: 'checking' }
  /** `until` is when the server listens again, where it said so. */
  | { readonly at: 'stopped'; readonly code: string; readonly reason: string | undefined; readonly until: number }
  | { readonly at: 'done'; readonly answer: SignInResponse }

/** What it needs of the world. */
export interface PasskeySignInDependencies {
  readonly now: () => number
  /** Calls back once after a time; answers the function that calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly requestAssertion: (
    request: PasskeyRequestOptions,
    options: PasskeyAssertionOptions,
  ) => Promise<PasskeyAssertionRequestResult>
  readonly createRequest: () => Promise<WalletProofServerResult<PasskeyRequestOptions>>
  readonly signIn: (assertion: PasskeyAssertion) => Promise<WalletProofServerResult<SignInResponse>>
  /** Resolves once the page is seen. */
  readonly waitUntilVisible: () => Promise<void>
  readonly leave: (path: string) => void
}

export interface RunningPasskeySignIn {
  subscribe(listener: () => void): () => void
  getSnapshot(): PasskeySignInPhase
  /** The button was pressed. */
  start(): void
  /** Lets the browser offer passkeys by itself, until the function that it answers is called. */
  startAutofill(): () => void
  /** A wallet is to be used instead. @returns false where it is too late, because the server is looking at a passkey already */
  cancelForWallet(): boolean
  /** Somebody is in by a passkey that was just made. */
  completeSignIn(answer: SignInResponse): void
  /** Goes on to where the sign-in leads. */
  proceed(): void
}

/** A request is renewed when this part of its life is over, so that there is time to sign it. */
const renewAtFraction = 0.8
/** A browser that ends an offer sooner would end the next one as well. */
const minAutofillMilliseconds = 1_000
/** After a refusal, and twice as long after each further one, nothing is offered: an authenticator that answers by itself would be refused without end. */
const refusalPauseMilliseconds = 4_000

/** The one request that is open in the browser, and the request of the server that the next one may use. */
interface AssertionSlot {
  /** What is open in the browser, or about to be. */
  open: AbortController | null
  held: {
    readonly request: WalletProofServerResult<PasskeyRequestOptions> & { ok: true }
    readonly renewAt: number
  } | null
  cancelAlarm: () => void
}

/** Ends what is open in the browser. @param next takes its place */
function endRequest(slot: AssertionSlot, next: AbortController | null = null): void {
  slot.open?.abort()
  slot.cancelAlarm()
  slot.open = next
}

/** Has a passkey sign: the request that is held, as long as there is time for it, or a new one. Null where it was replaced meanwhile. */
async function requestAssertion(
  context: PasskeySignInDependencies,
  slot: AssertionSlot,
  mine: AbortController,
  mediation: CredentialMediationRequirement,
): Promise<PasskeyAssertionRequestResult | (WalletProofServerResult<PasskeyRequestOptions> & { ok: false }) | null> {
  endRequest(slot, mine)
  if (mediation === 'conditional') await context.waitUntilVisible()
  // Its life is counted from here: the device's clock may be wrong, and only the length of a life can be trusted.
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

  const show = (next: PasskeySignInPhase) => {
    phase = next
    for (const listener of listeners) listener()
  }
  /** Nothing is under way but what goes on in the background. */
  const isIdle = () => phase.at === 'ready' || phase.at === 'stopped'
  const press = async () => {
    if (!isIdle()) return
    show({ at: 'waiting' })
    const asked = await requestAssertion(context, slot, new AbortController(), 'optional')
    if (asked?.ok) return submit(asked.assertion)
    if (asked) stop('problem' in asked ? asked.problem : { code: asked.reason })
  }

  /** Keeps a request open in the background, where nothing else goes on. */
  const offer = async (): Promise<void> => {
    if (!isOffered || slot.open || !isIdle()) return
    const mine = new AbortController()
    const startedAt = context.now()
    const asked = await requestAssertion(context, slot, mine, 'conditional')
    if (!asked) return
    const isRenewed = mine.signal.aborted
    endRequest(slot)
    if (asked.ok) return submit(asked.assertion)
    // Where the server has none to give, the wallets say so, and stand here again when it has.
    if (
      isRenewed ||
      ('reason' in asked && asked.reason === 'cancelled' && context.now() - startedAt >= minAutofillMilliseconds)
    )
      return offer()
  }

  const submit = async (assertion: PasskeyAssertion) => {
    // Whatever comes of it, its challenge is spent (THREATS M1).
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

  /** @param pauseMilliseconds how long nothing is offered in the background */
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
        // One that the person asked for by the button goes on.
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

// Signing in with a passkey, beside the wallets. Two ways lead to it: a button, and the list that the browser opens by itself
// under a field, for which a request is kept open in the background. There is never more than one request at a time.
import type { CallAnswer, PasskeyAssertion, PasskeyRequest } from '@countersign/api/calls'
import type { ServerProblem } from '../wallet/events.ts'
import type { ServerAnswer } from '../wallet/driver.ts'
import { leaveMilliseconds } from '../wallet/states.ts'
import type { AskedPasskey, AskPasskeyOptions } from './ask-passkey.ts'

type SignInAnswer = CallAnswer<'signInWithPasskey'>

/** How far it is. `code` says what came in between: a `PasskeyFailure`, or a code of the catalogue. */
export type PasskeyPhase =
  | { readonly at: 'ready' }
  | { readonly at: 'waiting' }
  | { readonly at: 'checking' }
  /** `until` is when the server listens again, where it said so. */
  | { readonly at: 'stopped'; readonly code: string; readonly until: number | null }
  | { readonly at: 'done'; readonly answer: SignInAnswer }

/** What it needs of the world. */
export interface PasskeySurroundings {
  readonly now: () => number
  /** Calls back once after a time; answers the function that calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly ask: (request: PasskeyRequest, options: AskPasskeyOptions) => Promise<AskedPasskey>
  readonly createRequest: () => Promise<ServerAnswer<PasskeyRequest>>
  readonly signIn: (assertion: PasskeyAssertion) => Promise<ServerAnswer<SignInAnswer>>
  /** Resolves once the page is seen. */
  readonly whenSeen: () => Promise<void>
  /** Whether the person is at the field, and may be choosing from the browser's list. */
  readonly isFieldInUse: () => boolean
  readonly leave: (path: string) => void
}

export interface PasskeySignIn {
  subscribe(listener: () => void): () => void
  getSnapshot(): PasskeyPhase
  /** The button was pressed. */
  press(): void
  /** Lets the browser offer passkeys by itself, until the function that it answers is called. */
  offer(): () => void
  /** A wallet is to be used instead. @returns false where it is too late, because the server is looking at a passkey already */
  giveWay(): boolean
  /** Goes on to where the sign-in leads. */
  goOn(): void
}

/** A request is renewed when this part of its life is over, so that what is signed is never close to its end. */
const renewAtPart = 0.75
/** How often it is looked whether the person has left the field, once the request is due. */
const fieldMilliseconds = 2_000
/** When the server is asked again for a request that it did not give. */
const retrySeconds = 30
/** A browser that ends an offer at once would end the next one as well. */
const shortestOfferMilliseconds = 1_000

const ready: PasskeyPhase = { at: 'ready' }

export function startPasskeySignIn(world: PasskeySurroundings): PasskeySignIn {
  const listeners = new Set<() => void>()
  let phase: PasskeyPhase = ready
  let held: { readonly request: PasskeyRequest; readonly renewAt: number; readonly expiresAt: number } | null = null
  let fetching: Promise<ServerAnswer<PasskeyRequest>> | null = null
  /** The one request that is open in the browser, or about to be. */
  let open: AbortController | null = null
  let isOffered = false
  let cancelAlarm = () => {}

  const show = (next: PasskeyPhase) => {
    phase = next
    for (const listener of listeners) listener()
  }
  const setAlarm = (milliseconds: number, run: () => void) => {
    cancelAlarm()
    cancelAlarm = world.after(milliseconds, run)
  }

  const fetchRequest = async (): Promise<ServerAnswer<PasskeyRequest>> => {
    // Its life is counted from here: the device's clock may be wrong, and only the length of a life can be trusted.
    const askedAt = world.now()
    const result = await world.createRequest()
    fetching = null
    if (result.ok) {
      const life = result.answer.timeoutMs
      held = { request: result.answer, renewAt: askedAt + life * renewAtPart, expiresAt: askedAt + life }
    }
    return result
  }
  /** A request that is still good for a while: the one that is held, or a new one. */
  const hold = async (): Promise<ServerAnswer<PasskeyRequest>> =>
    held && world.now() < held.renewAt ? { ok: true, answer: held.request } : (fetching ??= fetchRequest())

  const isBusy = () => phase.at === 'waiting' || phase.at === 'checking' || phase.at === 'done'
  const isOpen = (request: AbortController) => open === request
  /** Ends what is open in the browser and takes its place. */
  const takeOver = (): AbortController => {
    open?.abort()
    cancelAlarm()
    return (open = new AbortController())
  }
  const release = () => {
    open?.abort()
    open = null
    cancelAlarm()
  }

  const press = async () => {
    if (isBusy()) return
    const mine = takeOver()
    show({ at: 'waiting' })
    const result = await hold()
    if (!isOpen(mine)) return
    if (!result.ok) return stop(result.problem)
    const asked = await world.ask(result.answer, { signal: mine.signal })
    if (!isOpen(mine)) return
    return asked.ok ? submit(asked.assertion) : stop({ code: asked.reason })
  }

  /** Keeps a request open in the background, where nothing else goes on. */
  const offer = async (): Promise<void> => {
    if (!isOffered || open || isBusy()) return
    const mine = takeOver()
    await world.whenSeen()
    const result = isOpen(mine) ? await hold() : null
    if (!result || !isOpen(mine)) return
    if (!result.ok) {
      open = null
      setAlarm((result.problem.retryAfterSeconds ?? retrySeconds) * 1000, () => void offer())
      return
    }
    const startedAt = world.now()
    renewLater(mine)
    const asked = await world.ask(result.answer, { mediation: 'conditional', signal: mine.signal })
    if (!isOpen(mine)) return
    const isRenewed = mine.signal.aborted
    release()
    if (asked.ok) return submit(asked.assertion)
    const hasLasted = world.now() - startedAt >= shortestOfferMilliseconds
    if (isRenewed || (asked.reason === 'cancelled' && hasLasted)) return offer()
  }

  /** Not while the person chooses from the browser's list, as long as there is time. */
  const renewLater = (mine: AbortController) => {
    if (!held) return
    const { renewAt, expiresAt } = held
    const look = () => {
      if (world.isFieldInUse() && world.now() + fieldMilliseconds < expiresAt) setAlarm(fieldMilliseconds, look)
      else mine.abort()
    }
    setAlarm(renewAt - world.now(), look)
  }

  const submit = async (assertion: PasskeyAssertion) => {
    // Whatever comes of it, its challenge is spent (THREATS M1).
    held = null
    show({ at: 'checking' })
    const result = await world.signIn(assertion)
    if (!result.ok) return stop(result.problem)
    const { answer } = result
    release()
    show({ at: 'done', answer })
    setAlarm(leaveMilliseconds, () => world.leave(answer.next))
  }

  const stop = ({ code, retryAfterSeconds }: ServerProblem) => {
    open = null
    const until = code === 'rate.limited' ? world.now() + (retryAfterSeconds ?? retrySeconds) * 1000 : null
    const stopped: PasskeyPhase = { at: 'stopped', code, until }
    show(stopped)
    if (until !== null) world.after(until - world.now(), () => phase === stopped && show(ready))
    return offer()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => phase,
    press: () => void press(),
    offer() {
      isOffered = true
      void offer()
      return () => {
        isOffered = false
        // One that the person asked for by the button goes on.
        if (phase.at === 'ready' || phase.at === 'stopped') release()
      }
    },
    giveWay() {
      if (phase.at === 'checking' || phase.at === 'done') return false
      release()
      if (phase.at !== 'ready') show(ready)
      return true
    },
    goOn() {
      if (phase.at !== 'done') return
      cancelAlarm()
      world.leave(phase.answer.next)
    },
  }
}

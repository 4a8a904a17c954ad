// How far this browser is with answering another one (cross-device sign-in), as a closed union, and the one function that moves it on. What the
// server says counts whoever it told it to first: two requests can overtake each other, and the other screen can end it at any moment.
import type { CallAnswer } from '@countersign/api/calls'

/** What was asked, and from where. */
export interface Asked extends Omit<CallAnswer<'openCrossDevice'>, 'expiresAt'> {
  /** In milliseconds, by this device's clock. */
  readonly expiresAt: number
}
export type ServerState = Asked['state']

export type Stage =
  /** The person sees what is asked, and decides. */
  | { readonly at: 'asked' }
  /** Which of three pairs does the other screen show? */
  | { readonly at: 'pair' }
  /** A wallet or a passkey signs. @see isPassedOn */
  | {
      readonly at: 'proving'
      /** Whether a link was given out by which another browser of this device can take over. */
      readonly isPassedOn: boolean
    }
  /** It was signed, and the other browser hands it in. */
  | { readonly at: 'sent' }
  /** The other browser has what it asked for. `until` is when a session that began so ends; null where there is none. */
  | { readonly at: 'taken'; readonly until: string | null }
  /** Ends. The session that began so was ended from here; what was signed was not taken; and why it came to nothing. */
  | { readonly at: 'ended' }
  | { readonly at: 'failed' }
  | { readonly at: 'refused' }
  | { readonly at: 'wrong-pair' }
  | { readonly at: 'second-device' }
  | { readonly at: 'over' }
  /** It is over for this browser, and most likely goes on in that of a wallet. */
  | { readonly at: 'passed-on' }

export type StageName = Stage['at']

export type Event =
  /** The person says that it is theirs. */
  | { readonly type: 'go-on' }
  /** The server says how far it is, whatever it was asked. */
  | { readonly type: 'told'; readonly state: ServerState; readonly until: string | null }
  /** A link was given out by which another browser can take over. */
  | { readonly type: 'passed-on' }
  | { readonly type: 'answered' }
  | { readonly type: 'refused' }
  | { readonly type: 'ended' }
  /** The server knows the code no more, or not for this browser. */
  | { readonly type: 'over' }

/** What every part of the page is given. */
export interface AnsweringPart {
  readonly asked: Asked
  readonly dispatch: (event: Event) => void
}

/** What can still become something else by what happens elsewhere. */
const live: ReadonlySet<StageName> = new Set<StageName>(['asked', 'pair', 'proving', 'sent'])
/** Before anything was signed. */
const unsigned: ReadonlySet<StageName> = new Set<StageName>(['asked', 'pair', 'proving'])

export const isLive = ({ at }: Stage): boolean => live.has(at)

/** Where a browser begins that has opened a code: perhaps in the middle, after a reload or where it takes over from another one. */
export function firstStage({ state }: Asked): Stage {
  // Until when a session lasts is not known yet: it is asked for from there.
  if (state === 'taken') return { at: 'sent' }
  return reduce({ at: 'asked' }, { type: 'told', state, until: null })
}

export function reduce(stage: Stage, event: Event): Stage {
  // A session that began so can be ended as long as this is shown.
  if (stage.at === 'taken') return event.type === 'ended' ? { at: 'ended' } : stage
  if (!isLive(stage)) return stage
  switch (event.type) {
    case 'go-on':
      return stage.at === 'asked' ? { at: 'pair' } : stage
    case 'told':
      return onTold(stage, event)
    case 'passed-on':
      return stage.at === 'proving' ? { at: 'proving', isPassedOn: true } : stage
    case 'answered':
      return { at: 'sent' }
    case 'refused':
      return { at: 'refused' }
    case 'ended':
      return stage
    case 'over':
      return stage.at === 'proving' && stage.isPassedOn ? { at: 'passed-on' } : { at: 'over' }
  }
}

/**
 * For one browser the server never goes back: what it said before it was told the newest is passed over. Whoever takes over begins anew, with the
 * question and the pair.
 */
function onTold(stage: Stage, { state, until }: Event & { type: 'told' }): Stage {
  switch (state) {
    case 'shown':
    case 'opened':
      return stage
    case 'picked':
      return stage.at === 'asked' || stage.at === 'pair' ? { at: 'proving', isPassedOn: false } : stage
    case 'answered':
      return { at: 'sent' }
    case 'taken':
      return { at: 'taken', until }
    case 'cancelled':
      return unsigned.has(stage.at) ? { at: 'over' } : { at: 'failed' }
    case 'ran-out':
      return { at: 'over' }
    case 'refused':
    case 'wrong-pair':
    case 'second-device':
      return { at: state }
  }
}

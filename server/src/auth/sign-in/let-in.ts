// Lets a person in who has just proved a way in, whichever it was: the browser is recognised, a new session takes the place
// of the one that this browser held, and an application's sign-in that waited for it is answered.
import type { Person } from '@countersign/api/calls'
import { rolesOf } from '../../store/roles/store.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { endAuthorizations } from '../../store/authorizations/end.ts'
import { moveAuthorizations } from '../../store/authorizations/store.ts'
import { answerInteraction, findInteraction } from '../../store/interactions/store.ts'
import { refused } from '../challenges/answer.ts'
import type { Answered, Refused } from '../challenges/answer.ts'
import type { InteractionPayload } from '../../store/interactions/store.ts'
import { readPersonShown } from '../../store/people/store.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { send } from '../../platform/database/prepared.ts'
import type { PasskeysTable, PeopleTable, WalletsTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { followSession, takeAnswer } from '../cross-device/store.ts'
import { lookUpBrowser, recogniseBrowser } from '../../store/sessions/browsers.ts'
import { sessionEnded } from '../../store/sessions/end.ts'
import { startSession } from '../../store/sessions/start.ts'
import type { SessionLimits, StartedSession } from '../../store/sessions/start.ts'
import { markEnded } from '../../store/sessions/store.ts'
import type { EndedSession } from '../../store/sessions/store.ts'
import { proofEvidence } from '../../store/wallets/proofs.ts'

/** What was proved. */
export type ProvedWay = { wallet: WalletsTable; proofId: string; answered: Answered } | { passkey: PasskeysTable }

/** Where the person is. */
export interface Arrival {
  /** The application's sign-in that this one is for. */
  interaction: string | null
  /** Hash of the secret that this browser holds; null where it holds none. */
  browserHash: string | null
  /** Hash of the session token that this browser holds, which the new session replaces. */
  previousTokenHash: string | null
  networkPrefix: string
  userAgent: string
  now: number
}

export interface Entry {
  person: PeopleTable
  way: ProvedWay
  /** A step-up is a second proof by who is signed in already. */
  kind: 'sign-in' | 'step-up'
  /** The id of the challenge that another device has answered (cross-device/); null where it was answered here. */
  elsewhere: string | null
  arrival: Arrival
  interaction: InteractionPayload | null
  /** Log lines of what was made on the way here. */
  events: readonly NewEvent[]
}

/** A person who is in. */
export interface LetIn {
  outcome: 'let-in'
  /** As they see themselves. */
  person: Person
  session: StartedSession
}

/** The application's sign-in that somebody arrives for: null where it is for none, undefined where it is over or none of theirs. */
export async function findAsking(
  transaction: Transaction,
  { interaction: id, browserHash, now }: Arrival,
): Promise<InteractionPayload | null | undefined> {
  return id === null ? null : findInteraction(transaction, { id, browserHash, now })
}

/** Who arrives for one that is over is not let in. */
export const refusedAsking: Refused = refused(
  'interaction.unusable',
  'interaction unknown, finished, expired, or of another browser',
)

/**
 * @throws Refusal `session.required` where the session of a step-up has ended since it was looked up (THREATS P4); the database's errors
 */
export async function letIn(
  transaction: Transaction,
  world: { random: Random; limits: SessionLimits },
  { person, way, kind, elsewhere, arrival, interaction, events }: Entry,
): Promise<LetIn> {
  const { random } = world
  const { now } = arrival
  // A wallet's signature alone can have been asked for by another site and carried here; in a browser that nobody has shown
  // to be the person's own it lets in, and no further (THREATS M17). A passkey signs for this site alone. Whatever was made on another
  // device can have been made for a browser that is somebody else's (THREATS P16).
  const isSure = elsewhere === null && (kind === 'step-up' || 'passkey' in way)
  const provedBy = {
    known_by_wallet_id: 'wallet' in way ? way.wallet.id : null,
    known_by_passkey_id: 'passkey' in way ? way.passkey.id : null,
  }
  // What counts for this session need not make the browser known: a second signature can have been carried as well (THREATS P13).
  const sure = isSure ? { by: provedBy, vouches: 'passkey' in way && way.passkey.vouched_at !== null } : null
  const { newBrowserDays } = world.limits
  const [known, roles, shown] = await Promise.all([
    lookUpBrowser(transaction, person, arrival),
    rolesOf(transaction, person.id),
    readPersonShown(transaction, person),
  ])
  const browser = await recogniseBrowser(transaction, random, person, { ...arrival, newBrowserDays }, known, sure)
  // A new session at every sign-in and step-up; the one that this browser held ends (THREATS P5).
  const replaced =
    arrival.previousTokenHash === null
      ? []
      : await markEnded(transaction, { tokenHash: arrival.previousTokenHash }, 'replaced', now)
  if (kind === 'step-up' && replaced[0]?.person_id !== person.id)
    throw new Refusal('session.required', { privateDetail: 'it ended meanwhile' })
  const session = await startSession(transaction, world, {
    person,
    hasRole: roles.length > 0,
    way,
    browser,
    isConfirmed: elsewhere === null ? isSure || browser.known_at !== null : kind === 'step-up',
    mostMs: elsewhere === null ? null : mostElsewhere(world.limits, kind, replaced[0], now),
    arrival,
  })
  if (elsewhere !== null)
    await takeAnswer(transaction, {
      challengeId: elsewhere,
      browserHash: arrival.browserHash,
      sessionId: session.row.id,
      now,
    })
  if (kind === 'step-up') await followSession(transaction, replaced[0]?.id, session.row.id)
  for (const ended of replaced) {
    if (goesOn(ended, person, way)) await moveAuthorizations(transaction, ended.id, session.row.id)
    else await endAuthorizations(transaction, random, { sessionIds: [ended.id] }, now)
  }
  if (arrival.interaction !== null && interaction !== null) {
    const answer = { login: { accountId: person.id }, select_account: {}, create: {} }
    await send(transaction, answerInteraction(transaction, arrival.interaction, interaction, answer))
  }
  await appendEvents(transaction, random, now, [
    ...events,
    ...replaced.map((ended) => sessionEnded(ended.person_id, ended.id, 'replaced')),
    sessionStarted(person.id, kind, session, way, arrival, elsewhere !== null),
    ...browser.events(session.row.id),
  ])
  return { outcome: 'let-in', person: shown, session }
}

/** How long a session lives at most for which another device has answered: a step-up there does not prolong what began before. */
const mostElsewhere = (
  limits: SessionLimits,
  kind: Entry['kind'],
  replaced: EndedSession | undefined,
  now: number,
): number =>
  kind === 'step-up' && replaced !== undefined ? replaced.expires_at - now : limits.crossDeviceSessionLifeSeconds * 1000

/**
 * Whether applications stay signed in by another session of the same person. What they were given through a contract wallet is bound to
 * its contract, which is asked again as long as the session is that wallet's: by any other way they sign in anew (THREATS S8).
 */
function goesOn(ended: EndedSession, person: PeopleTable, way: ProvedWay): boolean {
  if (ended.person_id !== person.id) return false
  return ended.contract_checked_at === null || ('wallet' in way && way.wallet.id === ended.wallet_id)
}

/** The log line of a session that began; for a wallet its evidence is the signed message itself, which proves it by itself. */
const sessionStarted = (
  personId: string,
  kind: Entry['kind'],
  session: StartedSession,
  way: ProvedWay,
  arrival: Arrival,
  isElsewhere: boolean,
): NewEvent => ({
  type: kind === 'sign-in' ? 'session.started' : 'session.confirmed',
  outcome: 'success',
  details: {
    ...('wallet' in way
      ? {
          method: way.answered.proof.method,
          namespace: way.answered.identity.namespace,
          chainId: way.answered.message.chainId,
        }
      : { method: 'passkey' }),
    ...(isElsewhere && { signedOn: 'another-device' }),
  },
  evidence: {
    personId,
    ...('wallet' in way && { proofId: way.proofId }),
    content: {
      sessionId: session.row.id,
      ...('wallet' in way
        ? { address: way.answered.identity.address, ...proofEvidence(way.answered.proof) }
        : { passkeyId: way.passkey.id, ...(way.passkey.label !== null && { label: way.passkey.label }) }),
      networkPrefix: arrival.networkPrefix,
      userAgent: arrival.userAgent,
    },
  },
})

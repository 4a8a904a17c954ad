// Lets a person in who has just proved a way in, whichever it was: the browser is recognised, a new session takes the place
// of the one that this browser held, and an application's sign-in that waited for it is answered.
import type { ApiPerson } from '@countersign/api/api-endpoints'
import { listRolesOfPerson } from '../../store/roles/role-store.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../../store/authorizations/revoke-application-authorizations.ts'
import { moveAuthorizationsToSession } from '../../store/authorizations/authorization-store.ts'
import { saveOidcInteractionResult, findOidcInteraction } from '../../store/interactions/oidc-interaction-store.ts'
import { refuseAuthenticationAttempt } from '../challenges/authentication-attempt-refusals.ts'
import type { VerifiedChallengeResponse } from '../challenges/verify-challenge-response.ts'
import type { RefusedAuthenticationAttempt } from '../challenges/authentication-attempt-refusals.ts'
import type { OidcInteractionPayload } from '../../store/interactions/oidc-interaction-store.ts'
import { describePersonForApiResponse } from '../../store/people/person-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { PasskeysTable, PeopleTable, WalletsTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  updateCrossDeviceRequestSessionId,
  consumeSignedCrossDeviceAnswer,
} from '../cross-device/cross-device-request-store.ts'
import {
  findSignInBrowserRecord,
  recognizeOrAddPersonBrowser,
} from '../../store/sessions/recognize-or-add-person-browser.ts'
import { createSessionEndedAuditEvent } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { startSession } from '../../store/sessions/start-session.ts'
import type { SessionLimits, StartedSession } from '../../store/sessions/start-session.ts'
import { markSessionsEnded } from '../../store/sessions/mark-sessions-ended.ts'
import type { EndedSession } from '../../store/sessions/mark-sessions-ended.ts'
import { createWalletProofAuditEvidence } from '../../store/wallets/wallet-proof-record-store.ts'

/** What was proved. */
export type VerifiedSignInMethod =
  | { wallet: WalletsTable; proofId: string; verifiedResponse: VerifiedChallengeResponse }
  | { passkey: PasskeysTable }

/** Where the person is. */
export interface SignInBrowserContext {
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

export interface SignInToComplete {
  person: PeopleTable
  signInMethod: VerifiedSignInMethod
  /** A step-up is a second proof by who is signed in already. */
  kind: 'sign-in' | 'step-up'
  /** The id of the challenge that another device has answered (cross-device/); null where it was answered here. */
  crossDeviceChallengeId: string | null
  requestInfo: SignInBrowserContext
  interaction: OidcInteractionPayload | null
  /** Log lines of what was made on the way here. */
  events: readonly NewAuditEvent[]
}

interface SignInContext {
  random: RandomBytes
  limits: SessionLimits
}

/** A person who is signed in. */
export interface CompletedSignIn {
  outcome: 'signed-in'
  /** As they see themselves. */
  person: ApiPerson
  session: StartedSession
}

/** The application's sign-in that somebody arrives for: null where it is for none, undefined where it is over or none of theirs. */
export async function findPendingInteraction(
  transaction: DatabaseTransaction,
  { interaction: id, browserHash, now }: SignInBrowserContext,
): Promise<OidcInteractionPayload | null | undefined> {
  return id === null ? null : findOidcInteraction(transaction, { id, browserHash, now })
}

/** Who arrives for one that is over is not let in. */
export const unusableInteractionRefusal: RefusedAuthenticationAttempt = refuseAuthenticationAttempt(
  'interaction.invalid',
  'interaction unknown, finished, expired, or of another browser',
)

/**
 * Completes a sign-in or step-up whose proof was verified: one transaction, one step per line.
 * @throws ApiError `session.required` where the session of a step-up has ended since it was looked up (THREATS P4); the database's errors
 */
export async function completeSignIn(
  transaction: DatabaseTransaction,
  context: SignInContext,
  signIn: SignInToComplete,
): Promise<CompletedSignIn> {
  const [browserLookup, roles, personView] = await Promise.all([
    findSignInBrowserRecord(transaction, signIn.person, signIn.requestInfo),
    listRolesOfPerson(transaction, signIn.person.id),
    describePersonForApiResponse(transaction, signIn.person),
  ])
  const browser = await recognizeSignInBrowser(transaction, context, signIn, browserLookup)
  const replaced = await endReplacedSessions(transaction, signIn)
  const session = await createSession(transaction, context, signIn, { browser, hasRole: roles.length > 0, replaced })
  await bindCrossDeviceRequest(transaction, signIn, session, replaced)
  await keepOrRevokeAuthorizations(transaction, context, signIn, session, replaced)
  await answerInteraction(transaction, signIn)
  await appendAuditEvents(transaction, context.random, signIn.requestInfo.now, [
    ...signIn.events,
    ...replaced.map((ended) => createSessionEndedAuditEvent(ended.person_id, ended.id, 'replaced')),
    createSessionStartedEvent(signIn, session),
    ...browser.events(session.row.id),
  ])
  return { outcome: 'signed-in', person: personView, session }
}

/**
 * Whether the proof counts as the person's own here. A wallet's signature alone can have been requested by another site and replayed in
 * this browser (THREATS M17); a passkey signs for this site only. A proof made on another device can be for someone else's browser (THREATS P16).
 */
const isTrustedProof = ({ crossDeviceChallengeId, kind, signInMethod }: SignInToComplete): boolean =>
  crossDeviceChallengeId === null && (kind === 'step-up' || 'passkey' in signInMethod)

/** Recognizes the browser, or registers a new one. */
function recognizeSignInBrowser(
  transaction: DatabaseTransaction,
  { random, limits }: SignInContext,
  signIn: SignInToComplete,
  browserLookup: Awaited<ReturnType<typeof findSignInBrowserRecord>>,
): ReturnType<typeof recognizeOrAddPersonBrowser> {
  const { person, signInMethod, requestInfo } = signIn
  const trustedBy = {
    trusted_by_wallet_id: 'wallet' in signInMethod ? signInMethod.wallet.id : null,
    trusted_by_passkey_id: 'passkey' in signInMethod ? signInMethod.passkey.id : null,
  }
  // A proof that is enough for this session need not make the browser trusted: a second signature can be replayed as well (THREATS P13).
  const provesBrowser = 'passkey' in signInMethod && signInMethod.passkey.trusted_at !== null
  return recognizeOrAddPersonBrowser(
    transaction,
    random,
    person,
    { ...requestInfo, newBrowserNoticeDays: limits.newBrowserNoticeDays },
    browserLookup,
    isTrustedProof(signIn) ? { trustedBy, provesBrowser } : null,
  )
}

/** Ends the session that this browser held: every sign-in and step-up creates a new one (THREATS P5). */
async function endReplacedSessions(
  transaction: DatabaseTransaction,
  { person, kind, requestInfo: { previousTokenHash, now } }: SignInToComplete,
): Promise<EndedSession[]> {
  const replaced =
    previousTokenHash === null
      ? []
      : await markSessionsEnded(transaction, { tokenHash: previousTokenHash }, 'replaced', now)
  if (kind === 'step-up' && replaced[0]?.person_id !== person.id)
    throw new ApiError('session.required', { privateDetail: 'it ended meanwhile' })
  return replaced
}

function createSession(
  transaction: DatabaseTransaction,
  context: SignInContext,
  signIn: SignInToComplete,
  {
    browser,
    hasRole,
    replaced,
  }: {
    browser: Awaited<ReturnType<typeof recognizeOrAddPersonBrowser>>
    hasRole: boolean
    replaced: readonly EndedSession[]
  },
): Promise<StartedSession> {
  const { person, signInMethod, requestInfo, kind, crossDeviceChallengeId } = signIn
  const isCrossDevice = crossDeviceChallengeId !== null
  return startSession(transaction, context, {
    person,
    hasRole,
    signInMethod,
    browser,
    countsAsStepUp: isCrossDevice ? kind === 'step-up' : isTrustedProof(signIn) || browser.trusted_at !== null,
    maxLifetimeMs: isCrossDevice ? getMaxCrossDeviceSessionMs(context.limits, signIn, replaced[0]) : null,
    requestInfo,
  })
}

/** The longest life of a session whose proof was made on another device; a step-up does not extend the session that it replaces. */
const getMaxCrossDeviceSessionMs = (
  limits: SessionLimits,
  { kind, requestInfo: { now } }: SignInToComplete,
  replaced: EndedSession | undefined,
): number =>
  kind === 'step-up' && replaced !== undefined
    ? replaced.expires_at - now
    : limits.crossDeviceSessionLifetimeSeconds * 1000

/** Consumes the answer of the other device, and moves an open cross-device request from the replaced session to the new one. */
async function bindCrossDeviceRequest(
  transaction: DatabaseTransaction,
  { kind, crossDeviceChallengeId, requestInfo: { browserHash, now } }: SignInToComplete,
  session: StartedSession,
  [replaced]: readonly EndedSession[],
): Promise<void> {
  if (crossDeviceChallengeId !== null)
    await consumeSignedCrossDeviceAnswer(transaction, {
      challengeId: crossDeviceChallengeId,
      browserHash,
      sessionId: session.row.id,
      now,
    })
  if (kind === 'step-up') await updateCrossDeviceRequestSessionId(transaction, replaced?.id, session.row.id)
}

/** Applications stay signed in where the same person continues; otherwise their codes and tokens are revoked. */
async function keepOrRevokeAuthorizations(
  transaction: DatabaseTransaction,
  { random }: SignInContext,
  { person, signInMethod, requestInfo: { now } }: SignInToComplete,
  session: StartedSession,
  replaced: readonly EndedSession[],
): Promise<void> {
  for (const ended of replaced) {
    if (canKeepAuthorizations(ended, person, signInMethod))
      await moveAuthorizationsToSession(transaction, ended.id, session.row.id)
    else await revokeApplicationAuthorizations(transaction, random, { sessionIds: [ended.id] }, now)
  }
}

/**
 * Whether applications stay signed in by another session of the same person. What they were given through a contract wallet is bound to
 * its contract, which is asked again as long as the session is that wallet's: by any other way they sign in anew (THREATS S8).
 */
function canKeepAuthorizations(ended: EndedSession, person: PeopleTable, signInMethod: VerifiedSignInMethod): boolean {
  if (ended.person_id !== person.id) return false
  return ended.contract_checked_at === null || ('wallet' in signInMethod && signInMethod.wallet.id === ended.wallet_id)
}

/** Continues the login of the application that waits for this sign-in. */
async function answerInteraction(
  transaction: DatabaseTransaction,
  { person, interaction, requestInfo }: SignInToComplete,
): Promise<void> {
  if (requestInfo.interaction === null || interaction === null) return
  const answer = { login: { accountId: person.id }, select_account: {}, create: {} }
  await pipelineSqlStatement(
    transaction,
    saveOidcInteractionResult(transaction, requestInfo.interaction, interaction, answer),
  )
}

/** For a wallet, the evidence is the signed message, which proves the sign-in by itself. */
const createSessionStartedEvent = (
  { person, kind, signInMethod, requestInfo, crossDeviceChallengeId }: SignInToComplete,
  session: StartedSession,
): NewAuditEvent => ({
  type: kind === 'sign-in' ? 'session.started' : 'session.stepped_up',
  outcome: 'success',
  details: {
    ...('wallet' in signInMethod
      ? {
          method: signInMethod.verifiedResponse.proof.method,
          namespace: signInMethod.verifiedResponse.identity.namespace,
          chainId: signInMethod.verifiedResponse.message.chainId,
        }
      : { method: 'passkey' }),
    ...(crossDeviceChallengeId !== null && { signedOn: 'another-device' }),
  },
  evidence: {
    personId: person.id,
    ...('wallet' in signInMethod && { proofId: signInMethod.proofId }),
    content: {
      sessionId: session.row.id,
      ...('wallet' in signInMethod
        ? {
            address: signInMethod.verifiedResponse.identity.address,
            ...createWalletProofAuditEvidence(signInMethod.verifiedResponse.proof),
          }
        : {
            passkeyId: signInMethod.passkey.id,
            ...(signInMethod.passkey.label !== null && { label: signInMethod.passkey.label }),
          }),
      networkPrefix: requestInfo.networkPrefix,
      userAgent: requestInfo.userAgent,
    },
  },
})

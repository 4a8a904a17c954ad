// Completes a verified sign-in or step-up with a new session, and continues the interaction.
import type { ApiPerson } from '@countersign/api/api-endpoints'
import { anotherDeviceWay } from '@countersign/api/sign-in-ways'
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
import { getSignInMetricWay } from './sign-in-metric-ways.ts'
import type { SignInMetricWay } from './sign-in-metric-ways.ts'

export type VerifiedSignInMethod =
  | { wallet: WalletsTable; proofId: string; verifiedResponse: VerifiedChallengeResponse }
  | { passkey: PasskeysTable }

export interface SignInBrowserContext {
  interaction: string | null
  browserHash: string | null
  /** Hash of the session token to replace. */
  previousTokenHash: string | null
  networkPrefix: string
  userAgent: string
  /** A catalog ID. Named by the browser, so it proves nothing. */
  walletApp?: string | undefined
  now: number
}

export interface SignInToComplete {
  person: PeopleTable
  signInMethod: VerifiedSignInMethod
  kind: 'sign-in' | 'step-up'
  crossDeviceChallengeId: string | null
  requestInfo: SignInBrowserContext
  interaction: OidcInteractionPayload | null
  events: readonly NewAuditEvent[]
}

interface SignInContext {
  random: RandomBytes
  limits: SessionLimits
}

export interface CompletedSignIn {
  outcome: 'signed-in'
  person: ApiPerson
  session: StartedSession
  way: SignInMetricWay
}

/** Null for a sign-in to this site; undefined if the interaction ended or is another browser's. */
export async function findPendingInteraction(
  transaction: DatabaseTransaction,
  { interaction: id, browserHash, now }: SignInBrowserContext,
): Promise<OidcInteractionPayload | null | undefined> {
  return id === null ? null : findOidcInteraction(transaction, { id, browserHash, now })
}

export const unusableInteractionRefusal: RefusedAuthenticationAttempt = refuseAuthenticationAttempt(
  'interaction.invalid',
  'interaction unknown, finished, expired, or of another browser',
)

/** @throws ApiError `session.required` if a step-up's session has ended (THREATS P4) */
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
  return { outcome: 'signed-in', person: personView, session, way: getWay(signIn) }
}

const getWay = ({ signInMethod, crossDeviceChallengeId }: SignInToComplete): SignInMetricWay =>
  getSignInMetricWay(
    'passkey' in signInMethod ? 'passkey' : signInMethod.verifiedResponse.proof.method,
    crossDeviceChallengeId !== null,
  )

/** False if the proof may be relayed (THREATS M17) or made for another person's browser (P16). */
const isTrustedProof = ({ crossDeviceChallengeId, kind, signInMethod }: SignInToComplete): boolean =>
  crossDeviceChallengeId === null && (kind === 'step-up' || 'passkey' in signInMethod)

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
  // Only a passkey proves the browser: a second wallet signature may be relayed too (THREATS P13).
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

/** Every sign-in and step-up creates a new session (THREATS P5). */
async function endReplacedSessions(
  transaction: DatabaseTransaction,
  { person, kind, requestInfo: { previousTokenHash, now } }: SignInToComplete,
): Promise<EndedSession[]> {
  const replaced =
    previousTokenHash === null
      ? []
      : await markSessionsEnded(transaction, { tokenHash: previousTokenHash }, 'replaced', now)
  if (kind === 'step-up' && replaced[0]?.person_id !== person.id)
    throw new ApiError('session.required', { privateDetail: 'the session ended during the request' })
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

/** In milliseconds. A step-up does not extend a session. */
const getMaxCrossDeviceSessionMs = (
  limits: SessionLimits,
  { kind, requestInfo: { now } }: SignInToComplete,
  replaced: EndedSession | undefined,
): number =>
  kind === 'step-up' && replaced !== undefined
    ? replaced.expires_at - now
    : limits.crossDeviceSessionLifetimeSeconds * 1000

/** Also moves an open request from the replaced session to the new one. */
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

/** Applications stay signed in only if the same person continues. */
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

/** Grants made through a contract wallet depend on that wallet's rechecks (THREATS S8). */
function canKeepAuthorizations(ended: EndedSession, person: PeopleTable, signInMethod: VerifiedSignInMethod): boolean {
  if (ended.person_id !== person.id) return false
  return ended.contract_checked_at === null || ('wallet' in signInMethod && signInMethod.wallet.id === ended.wallet_id)
}

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

const createSessionStartedEvent = (
  { person, kind, signInMethod, requestInfo, crossDeviceChallengeId, interaction }: SignInToComplete,
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
    ...(crossDeviceChallengeId !== null && { signedOn: anotherDeviceWay }),
    ...(kind === 'sign-in' && requestInfo.walletApp !== undefined && { walletApp: requestInfo.walletApp }),
    ...(interaction !== null && { applicationId: interaction.params.client_id }),
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

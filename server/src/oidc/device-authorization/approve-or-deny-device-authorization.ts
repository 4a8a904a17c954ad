// The device authorization grant (RFC 8628, device flow): a device without a browser or wallet asks to be signed in, and a person confirms
// it here. The code on the device is short, so that it is looked up by its hash, its tries are counted, and it is confirmed only after the
// person was shown what asks and from where (THREATS O10).
import { accessDeniedDescriptions } from '../provider/access-denied-descriptions.ts'
import { supportedOAuthScopes as knownScopes } from '@countersign/api/api-endpoints'
import type { ConsentableScope } from '@countersign/api/api-endpoints'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { updateOidcProviderRecordIfUnchanged } from '../../store/authorizations/oidc-provider-record-store.ts'
import { persistMetadataClient } from '../../store/client-metadata/persist-metadata-client.ts'
import { findApplicationOrMetadataClient } from '../../store/client-metadata/client-metadata-document-store.ts'
import { updateConsentedClientIdentity } from '../../store/grants/match-consented-client-identity.ts'
import { findConsentGrant, recordDisclosedClaims, saveConsentGrant } from '../../store/grants/consent-grant-store.ts'
import type { ConsentDecision } from '../../store/grants/consent-grant-store.ts'
import { lockPersonRow } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ProviderRecordsTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { getAuthenticationClaims } from '../provider/convert-session-for-oidc-provider.ts'
import { isRequiredWalletMissing } from '../provider/required-consent-items.ts'
import { findOrCreateApplicationAuthorization } from '../provider/find-or-create-application-authorization.ts'
import { getEmailConsentPart } from '../provider/email-claim.ts'
import { isUsernameDisclosed } from '../provider/preferred-username-claim.ts'
import {
  createDisclosedWalletAuditEvents,
  resolveDisclosedWalletChoice,
} from '../provider/application-wallet-choice.ts'

/** A device that waits for its answer. */
export interface DeviceAuthorizationRequest {
  /** The code as a device shows it. */
  userCode: string
  application: ApplicationRecord
  payload: DevicePayload
  row: Pick<ProviderRecordsTable, 'id_hash' | 'payload' | 'created_at' | 'expires_at'>
}

interface DevicePayload {
  clientId: string
  params: { scope?: string; resource?: string | string[]; max_age?: string }
  deviceInfo: { networkPrefix: string; userAgent: string }
  accountId?: string
  error?: string
}

/** The letters that the provider makes codes of, without those that look alike or make words. */
const userCodePattern = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/** The code in the one spelling that is stored, whatever spaces, dashes and cases were typed; null where it can be none. */
function normalizeUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
  return userCodePattern.test(code) ? code : null
}

/** The device that shows this code and waits, or undefined: also where the code was answered or has run out. */
export async function findDeviceAuthorizationRequest(
  queries: DatabaseQueryBuilder,
  typed: string,
  now: number,
): Promise<DeviceAuthorizationRequest | undefined> {
  const code = normalizeUserCode(typed)
  if (code === null) return undefined
  const row = await queries
    .selectFrom('provider_records')
    .select(['id_hash', 'payload', 'created_at', 'expires_at'])
    .where('user_code_hash', '=', hashBearerSecret(code))
    .where('kind', '=', 'DeviceCode')
    .where('expires_at', '>', now)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const payload = JSON.parse(row.payload) as DevicePayload
  const application = await findApplicationOrMetadataClient(queries, payload.clientId)
  if (
    application === undefined ||
    !application.enabled ||
    payload.accountId !== undefined ||
    payload.error !== undefined
  )
    return undefined
  return { userCode: `${code.slice(0, 4)}-${code.slice(4)}`, application, payload, row }
}

/**
 * Signs the device in, through the session of the person who confirms; it ends with that session.
 * @returns whether the device still waited
 * @throws ApiError `session.required` where the session has ended since it was looked up; `consent.claim_missing` where a required wallet is not told
 */
export async function approveDeviceAuthorizationRequest(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  {
    device,
    allowance,
    chosen,
    signedIn,
    now,
  }: {
    device: DeviceAuthorizationRequest
    allowance: ConsentDecision
    /** The wallet that it is to know, as the person answered. */
    chosen: string | undefined
    signedIn: AuthenticatedSession
    now: number
  },
): Promise<boolean> {
  const { application } = device
  const personId = signedIn.person.id
  return queries
    .transaction()
    .execute(async (transaction) => {
      await lockPersonRow(transaction, personId)
      const events = await persistMetadataClient(transaction, random, application, now)
      const before = await findConsentGrant(transaction, personId, application.id)
      const shown = updateConsentedClientIdentity(application, before?.clientIdentity ?? null, undefined)
      const wallet = await resolveDisclosedWalletChoice(transaction, signedIn, application, allowance.scopes, {
        before,
        chosen,
        now,
      })
      const { definition } = application
      if (
        await isRequiredWalletMissing(
          transaction,
          signedIn,
          definition,
          allowance.scopes,
          wallet?.walletId ?? null,
          now,
        )
      )
        throw new ApiError('consent.claim_missing', { privateDetail: 'the chosen wallet is not told now' })
      await saveConsentGrant(transaction, random, {
        personId,
        applicationId: application.id,
        allowance,
        shown,
        wallet,
        now,
      })
      const authorization = await findOrCreateApplicationAuthorization(transaction, random, {
        application,
        signedIn,
        scopes: allowance.scopes,
        walletId: wallet?.walletId ?? null,
        now,
      })
      // What was remembered goes with the transaction.
      if (authorization === undefined) throw new ApiError('session.required', { privateDetail: 'it ended meanwhile' })
      const { given, mailed, scopes, resources } = listAllowedScopes(application, allowance)
      const answered = await saveDeviceAnswer(transaction, device, authorization.id, personId, {
        accountId: personId,
        grantId: authorization.id,
        scope: scopes.join(' '),
        sessionUid: signedIn.session.id,
        sid: authorization.sid,
        ...getAuthenticationClaims(signedIn.session),
        ...(resources.length > 0 && { resource: resources.length === 1 ? resources[0] : resources }),
      })
      if (!answered) throw new AlreadyAnsweredError()
      const grant = await findConsentGrant(transaction, personId, application.id)
      const isNamed = await isUsernameDisclosed(transaction, application, { personId, grant, given: new Set(given) })
      const learned: ConsentableScope[] = [...given, ...(isNamed ? ['user_name' as const] : []), ...mailed]
      await recordDisclosedClaims(transaction, grant, learned, now)
      await appendAuditEvents(transaction, random, now, [
        ...events,
        ...createDisclosedWalletAuditEvents(personId, application.id, wallet, before),
        {
          type: 'device.approved',
          outcome: 'success',
          details: { applicationId: application.id, scopes: learned.join(' ') },
          evidence: { personId, content: { ...device.payload.deviceInfo } },
        },
      ])
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof AlreadyAnsweredError) return false
      throw error
    })
}

/** The scopes and resources that the person allowed: those of OpenID Connect, the email part, and all that the token names. */
function listAllowedScopes({ definition }: DeviceAuthorizationRequest['application'], allowance: ConsentDecision) {
  const given = knownScopes.filter((scope) => allowance.scopes.includes(scope))
  const email = getEmailConsentPart(definition)
  const mailed = email !== null && allowance.scopes.includes(email) ? [email] : []
  return {
    given,
    mailed,
    scopes: [
      ...given,
      ...(mailed.length > 0 ? ['email'] : []),
      ...allowance.resources.flatMap((resource) => resource.scopes),
    ],
    resources: allowance.resources.map(({ resource }) => resource),
  }
}

/** Somebody answered between the look and the answer: all of it is undone. */
class AlreadyAnsweredError extends Error {}

/**
 * Refuses the device, which is answered `access_denied` until its code expires (RFC 8628 §3.5).
 * @returns whether it still waited
 */
export async function denyDeviceAuthorizationRequest(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  {
    device,
    personId,
    reason = 'declined',
    now,
  }: {
    device: DeviceAuthorizationRequest
    personId: string
    reason?: keyof typeof accessDeniedDescriptions
    now: number
  },
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    const denied = { error: 'access_denied', errorDescription: accessDeniedDescriptions[reason] }
    if (!(await saveDeviceAnswer(transaction, device, null, null, denied))) return false
    await appendAuditEvents(transaction, random, now, [
      {
        type: 'device.denied',
        outcome: 'success',
        details: { applicationId: device.application.id },
        evidence: { personId, content: { ...device.payload.deviceInfo } },
      },
    ])
    return true
  })
}

/** Writes the answer down, where nobody else has answered since the code was looked up. */
async function saveDeviceAnswer(
  transaction: DatabaseTransaction,
  { row }: DeviceAuthorizationRequest,
  authorizationId: string | null,
  personId: string | null,
  given: object,
): Promise<boolean> {
  const payload = JSON.stringify({ ...(JSON.parse(row.payload) as object), ...given })
  const answered = { payload, authorization_id: authorizationId, person_id: personId }
  return updateOidcProviderRecordIfUnchanged(transaction, { kind: 'DeviceCode', ...row }, answered)
}

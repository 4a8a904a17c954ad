// Device codes (RFC 8628) are short, so they are hashed, attempts are limited, and the person sees
// which application asks from where before approving (THREATS O10).
import { accessDeniedDescriptions, notMemberRefusalReason } from '../provider/access-denied-descriptions.ts'
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

export interface DeviceAuthorizationRequest {
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

const userCodePattern = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

function normalizeUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
  return userCodePattern.test(code) ? code : null
}

/** Also undefined if the code was already answered or has expired. */
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

/** @returns whether the device was still waiting */
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
        throw new ApiError('consent.claim_missing', {
          privateDetail: 'the application requires a wallet, and the chosen wallet cannot be shared now',
        })
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
      // The error rolls back the consent saved above.
      if (authorization === undefined)
        throw new ApiError('session.required', { privateDetail: 'the session ended during the request' })
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

class AlreadyAnsweredError extends Error {}

/** The device gets `access_denied` until the code expires (RFC 8628 §3.5). */
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
        ...(reason === 'not_a_member'
          ? { outcome: 'refused', details: { applicationId: device.application.id, reason: notMemberRefusalReason } }
          : { outcome: 'success', details: { applicationId: device.application.id } }),
        evidence: { personId, content: { ...device.payload.deviceInfo } },
      },
    ])
    return true
  })
}

/** False if the request was answered after it was looked up. */
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

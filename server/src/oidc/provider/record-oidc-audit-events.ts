import type { ConsentableScope } from '@countersign/api/api-endpoints'
import { supportedOAuthScopes } from '@countersign/api/api-endpoints'
import { findConsentGrant, recordDisclosedClaims } from '../../store/grants/consent-grant-store.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import { getOidcRequest } from './oidc-request-context.ts'
import { getEmailConsentPart } from './email-claim.ts'
import { isUsernameDisclosed } from './preferred-username-claim.ts'
import { listResourceServerTokenClaims } from './find-resource-server-once-per-oidc-request.ts'

export async function recordAuthorizationCodeIssued(
  transaction: DatabaseTransaction,
  { accountId, clientId, scope, resource }: OidcProviderRecordPayload,
): Promise<void> {
  if (accountId === undefined || clientId === undefined) return
  const { now, events, lockedGrants, testLogin, applications } = getOidcRequest()
  // A test login discloses nothing to the application.
  if (testLogin !== null) return
  const held = lockedGrants.get(clientId)
  const grant = held?.personId === accountId ? held : await findConsentGrant(transaction, accountId, clientId)
  const application = applications.get(clientId)
  // The application can read the tokens of the resources.
  const tokenClaims = application === undefined ? [] : await listResourceServerTokenClaims(application, resource)
  const given = new Set<string>([
    ...String(scope).split(' '),
    ...tokenClaims.filter((claim) => grant?.scopes.includes(claim)),
  ])
  const learned: ConsentableScope[] = supportedOAuthScopes.filter((known) => given.has(known))
  if (await isUsernameDisclosed(transaction, application, { personId: accountId, grant, given }))
    learned.push('user_name')
  const email = application === undefined ? null : getEmailConsentPart(application.definition)
  if (email !== null && given.has('email')) learned.push(email)
  await recordDisclosedClaims(transaction, grant, learned, now)
  events.push({
    type: 'application.authorized',
    outcome: 'success',
    details: { applicationId: clientId, scopes: learned.join(' ') },
    evidence: { personId: accountId, content: {} },
  })
}

export function recordTokenReuse(personId: string | null, applicationId: string | null): void {
  const { events } = getOidcRequest()
  if (events.some((event) => event.type === 'token.reuse_detected')) return
  events.push({
    type: 'token.reuse_detected',
    outcome: 'refused',
    details: { applicationId: applicationId ?? '' },
    evidence: { personId, content: {} },
  })
}

export function recordRepeatedTokenResponse(personId: string | null, applicationId: string | null): void {
  getOidcRequest().events.push({
    type: 'token.retried',
    outcome: 'success',
    details: { applicationId: applicationId ?? '' },
    evidence: { personId, content: {} },
  })
}

// Claims in resource tokens (RFC 9068): only what the person allowed the application to see.
import type { KoaContext } from 'oidc-provider'
import { findConsentGrant } from '../../store/grants/consent-grant-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { ResourceServerDefinition } from '../../store/resources/resource-server-definition.ts'
import { getResourceSector } from '../../store/resources/resource-servers-accessible-to-client.ts'
import { readResourceTokenWalletClaims } from './read-person-claims.ts'
import { getOidcRequest, getOidcRequestQueries, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { findResourceServerOncePerOidcRequest } from './find-resource-server-once-per-oidc-request.ts'
import { saveSignedAccessTokenRecord } from './verify-and-record-signed-access-token.ts'
import { findOrCreateSubjectIdentifier, findSubjectIdentifier } from './subject-identifier-store.ts'

interface TokenToSign {
  accountId?: string
  clientId: string
  aud?: unknown
  sessionUid?: string
  grantId?: string
}

export async function customizeJwtAccessToken(
  random: RandomBytes,
  _ctx: KoaContext,
  token: TokenToSign,
  signed: { header?: object | undefined; payload: Record<string, unknown> },
): Promise<void> {
  const { payload } = signed
  await saveSignedAccessTokenRecord(token, payload)
  const { accountId, clientId, aud, sessionUid } = token
  if (typeof aud !== 'string') return
  const { applications, memberships, now, site } = getOidcRequest()
  const application = applications.get(clientId)
  const found = application && (await findResourceServerOncePerOidcRequest(application, aud))
  if (application === undefined || found?.outcome !== 'usable')
    throw new Error('An access token was issued for a resource that is not open to the application')
  const { claims, subjects, tokenType } = found.resource.definition
  signed.header = { typ: tokenType }
  if (accountId === undefined) return
  if (subjects === 'by-resource')
    payload['sub'] = await findOrCreateResourceSubject(random, accountId, found.resource.definition)
  if (claims.length === 0) return
  const allowed = (await findConsentGrant(getOidcRequestQueries(), accountId, clientId))?.scopes ?? []
  if (claims.includes('wallet') && allowed.includes('wallet') && sessionUid !== undefined)
    Object.assign(
      payload,
      await readResourceTokenWalletClaims(getOidcRequestQueries(), site, sessionUid, application, now),
    )
  if (claims.includes('groups') && allowed.includes('groups'))
    payload['groups'] = (memberships.get(accountId) ?? []).map(({ id }) => id).toSorted()
}

/** One subject for each person and resource or product, whatever the application (THREATS O15). */
async function findOrCreateResourceSubject(
  random: RandomBytes,
  personId: string,
  resource: ResourceServerDefinition,
): Promise<string> {
  const knower = { definition: { subjectType: 'pairwise' as const }, sector: getResourceSector(resource) }
  return (
    (await findSubjectIdentifier(getOidcRequestQueries(), personId, knower)) ??
    findOrCreateSubjectIdentifier(await getOrStartOidcRequestTransaction(), random, personId, knower)
  )
}

// What a token for a resource says of a person (RFC 9068): under which name they are known there, and what the resource may know beside it.
// The application that carries the token can read it, so that nothing is in it that the person has not allowed to that application.
import type { KoaContext } from 'oidc-provider'
import { findConsentGrant } from '../../store/grants/consent-grant-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { getResourceSector } from '../../store/resources/resource-servers-accessible-to-client.ts'
import { findDisclosedWalletAccountId } from './read-person-claims.ts'
import { getOidcRequest, getOidcRequestQueries, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { findResourceServerOncePerOidcRequest } from './find-resource-server-once-per-oidc-request.ts'
import { saveSignedAccessTokenRecord } from './verify-and-record-signed-access-token.ts'
import { findOrCreateSubjectIdentifier, findSubjectIdentifier } from './subject-identifier-store.ts'

/** A token as the provider is about to sign it. */
interface TokenToSign {
  accountId?: string
  clientId: string
  aud?: unknown
  sessionUid?: string
  grantId?: string
}

/** The provider's setting `formats.customizers.jwt`. */
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
    throw new Error('A token is made for a resource that is not open to its application')
  const { claims, subjects, tokenType } = found.resource.definition
  signed.header = { typ: tokenType }
  // A token that an application has for itself is about nobody.
  if (accountId === undefined) return
  if (subjects === 'by-resource') payload['sub'] = await findOrCreateResourceSubject(random, accountId, aud)
  if (claims.length === 0) return
  const allowed = (await findConsentGrant(getOidcRequestQueries(), accountId, clientId))?.scopes ?? []
  if (claims.includes('wallet') && allowed.includes('wallet') && sessionUid !== undefined) {
    const account = await findDisclosedWalletAccountId(getOidcRequestQueries(), site, sessionUid, application, now)
    if (account !== undefined) payload['wallet'] = account
  }
  if (claims.includes('groups') && allowed.includes('groups'))
    payload['groups'] = (memberships.get(accountId) ?? []).map(({ id }) => id).toSorted()
}

/** One name for each person and resource, whatever application carries it (THREATS O15). */
async function findOrCreateResourceSubject(random: RandomBytes, personId: string, identifier: string): Promise<string> {
  const knower = { definition: { subjectType: 'pairwise' as const }, sector: getResourceSector(identifier) }
  return (
    (await findSubjectIdentifier(getOidcRequestQueries(), personId, knower)) ??
    findOrCreateSubjectIdentifier(await getOrStartOidcRequestTransaction(), random, personId, knower)
  )
}

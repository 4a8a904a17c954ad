// What a token for a resource says of a person (RFC 9068): under which name they are known there, and what the resource may know beside it.
// The application that carries the token can read it, so that nothing is in it that the person has not allowed to that application.
import type { KoaContext } from 'oidc-provider'
import { findGrant } from '../../store/grants/store.ts'
import type { Random } from '../../platform/clock.ts'
import { sectorOfResource } from '../../store/resources/usable.ts'
import { readShownAccount } from './claims.ts'
import { currentScope, reader, writer } from './request-scope.ts'
import { resourceOfRequest } from './resource-of-request.ts'
import { keepSignedToken } from './signed-token.ts'
import { findOrCreateSubject, findSubject } from './subjects.ts'

/** A token as the provider is about to sign it. */
interface SignedToken {
  accountId?: string
  clientId: string
  aud?: unknown
  sessionUid?: string
  grantId?: string
}

/** The provider's setting `formats.customizers.jwt`. */
export async function describeResourceToken(
  random: Random,
  _ctx: KoaContext,
  token: SignedToken,
  signed: { header?: object | undefined; payload: Record<string, unknown> },
): Promise<void> {
  const { payload } = signed
  await keepSignedToken(token, payload)
  const { accountId, clientId, aud, sessionUid } = token
  if (typeof aud !== 'string') return
  const { applications, memberships, now, site } = currentScope()
  const application = applications.get(clientId)
  const found = application && (await resourceOfRequest(application, aud))
  if (application === undefined || found?.outcome !== 'usable')
    throw new Error('A token is made for a resource that is not open to its application')
  const { claims, subjects, tokenType } = found.resource.definition
  signed.header = { typ: tokenType }
  // A token that an application has for itself is about nobody.
  if (accountId === undefined) return
  if (subjects === 'by-resource') payload['sub'] = await nameAt(random, accountId, aud)
  if (claims.length === 0) return
  const allowed = (await findGrant(reader(), accountId, clientId))?.scopes ?? []
  if (claims.includes('wallet') && allowed.includes('wallet') && sessionUid !== undefined) {
    const account = await readShownAccount(reader(), site, sessionUid, application, now)
    if (account !== undefined) payload['wallet'] = account
  }
  if (claims.includes('groups') && allowed.includes('groups'))
    payload['groups'] = (memberships.get(accountId) ?? []).map(({ id }) => id).toSorted()
}

/** One name for each person and resource, whatever application carries it (THREATS O15). */
async function nameAt(random: Random, personId: string, identifier: string): Promise<string> {
  const knower = { definition: { subjectType: 'pairwise' as const }, sector: sectorOfResource(identifier) }
  return (
    (await findSubject(reader(), personId, knower)) ?? findOrCreateSubject(await writer(), random, personId, knower)
  )
}

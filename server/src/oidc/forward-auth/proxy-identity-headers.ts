// Who somebody is, in the headers that the proxy passes on to the pages behind it (trusted header authentication): as far as the site may ask for
// it and the person allows it.
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { readPersonClaims } from '../provider/read-person-claims.ts'
import { getEmailConsentPart } from '../provider/email-claim.ts'
import type { ProtectedSiteAccessDecision } from './authorize-protected-site-request.ts'

/** Every header that a proxy copies. All are there in every answer, empty where there is nothing to tell: a proxy that is told nothing of one
 * would let the visitor's own one through (THREATS O16). */
export const proxyIdentityHeaderNames = [
  'remote-user',
  'remote-name',
  'remote-groups',
  'remote-wallet',
  'remote-email',
] as const

export type ProxyIdentityHeaders = Record<(typeof proxyIdentityHeaderNames)[number], string>

export const emptyProxyIdentityHeaders: ProxyIdentityHeaders = {
  'remote-user': '',
  'remote-name': '',
  'remote-groups': '',
  'remote-wallet': '',
  'remote-email': '',
}

/** What is told of who is let in. */
export async function createProxyIdentityHeaders(
  { database, settings, clock }: ServerAppContext,
  { siteSession: visit, groups }: Extract<ProtectedSiteAccessDecision, { outcome: 'allowed' }>,
): Promise<ProxyIdentityHeaders> {
  const { application, person, session, consentDecision, subject, username } = visit
  const { definition } = application
  const email = getEmailConsentPart(definition)
  const scopes = new Set<string>([
    ...definition.scopes.filter((scope) => consentDecision.scopes.includes(scope)),
    ...(email !== null && consentDecision.scopes.includes(email) ? ['email'] : []),
  ])
  const claims = await readPersonClaims({
    queries: database.queries,
    site: settings,
    person,
    application,
    authorizationSnapshot: { grant: consentDecision, username },
    aliases: null,
    sessionId: session.id,
    use: 'userinfo',
    scopes,
    groups,
    now: clock(),
  })
  return {
    'remote-user': getRemoteUserHeaderValue(definition, claims, subject ?? ''),
    'remote-name': toHeaderValue(claims['name'] ?? ''),
    'remote-groups': scopes.has('groups') ? toHeaderValue([claims['groups'] ?? []].flat().join(',')) : '',
    'remote-wallet': toHeaderValue(claims['wallet'] ?? ''),
    'remote-email': toHeaderValue(claims['email'] ?? ''),
  }
}

/**
 * The name that the pages know somebody by: always the same, and never another's. A name that somebody chooses freely is neither; only a user name, which is
 * unique for ever, may stand in its place. The pages show these names to everybody: who has no user name gets a sign before theirs that no user name begins
 * with, or somebody else could choose it.
 */
export function getRemoteUserHeaderValue(
  definition: Pick<ApplicationDefinition, 'preferredUsername'>,
  claims: Readonly<Record<string, unknown>>,
  subject: string,
): string {
  if (definition.preferredUsername !== 'user-name') return subject
  const { preferred_username: username } = claims
  return typeof username === 'string' && /^[a-z][a-z0-9_-]*$/.test(username) ? username : `_${subject}`
}

/** In UTF-8, as programs read it; without what would end a header (RFC 9110 §5.5). */
const toHeaderValue = (value: unknown): string =>
  typeof value === 'string' ? Buffer.from(value.replaceAll(/\p{Cc}/gu, ' ').trim()).toString('latin1') : ''

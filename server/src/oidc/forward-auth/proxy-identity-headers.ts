// Identity headers for sites (trusted header authentication), limited to what the person allows.
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { readPersonClaims } from '../provider/read-person-claims.ts'
import { getEmailConsentPart } from '../provider/email-claim.ts'
import type { ProtectedSiteAccessDecision } from './authorize-protected-site-request.ts'

/** Always sent; otherwise, a proxy would pass on the visitor's own headers (THREATS O16). */
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

// Must be stable and unique: the `_` keeps anyone from choosing the subject as a user name.
export function getRemoteUserHeaderValue(
  definition: Pick<ApplicationDefinition, 'preferredUsername'>,
  claims: Readonly<Record<string, unknown>>,
  subject: string,
): string {
  if (definition.preferredUsername !== 'user-name') return subject
  const { preferred_username: username } = claims
  return typeof username === 'string' && /^[a-z][a-z0-9_-]*$/.test(username) ? username : `_${subject}`
}

/** UTF-8 bytes without control characters, which could end the header (RFC 9110 §5.5). */
const toHeaderValue = (value: unknown): string =>
  typeof value === 'string' ? Buffer.from(value.replaceAll(/\p{Cc}/gu, ' ').trim()).toString('latin1') : ''

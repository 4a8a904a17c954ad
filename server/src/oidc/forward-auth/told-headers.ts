// Who somebody is, in the headers that the proxy passes on to the pages behind it (trusted header authentication): as far as the site may ask for
// it and the person allows it.
import type { ApplicationDefinition } from '../../store/applications/definition.ts'
import type { App } from '../../platform/call.ts'
import { readClaims } from '../provider/claims.ts'
import { emailPartOf } from '../provider/email-claim.ts'
import type { Verdict } from './verdict.ts'

/** Every header that a proxy copies. All are there in every answer, empty where there is nothing to tell: a proxy that is told nothing of one
 * would let the visitor's own one through (THREATS O16). */
export const toldHeaders = ['remote-user', 'remote-name', 'remote-groups', 'remote-wallet', 'remote-email'] as const

export type ToldHeaders = Record<(typeof toldHeaders)[number], string>

export const nothingTold: ToldHeaders = {
  'remote-user': '',
  'remote-name': '',
  'remote-groups': '',
  'remote-wallet': '',
  'remote-email': '',
}

/** What is told of who is let in. */
export async function tellHeaders(
  { database, settings, clock }: App,
  { visit, groups }: Extract<Verdict, { outcome: 'let-in' }>,
): Promise<ToldHeaders> {
  const { application, person, session, allowance, subject, userName } = visit
  const { definition } = application
  const email = emailPartOf(definition)
  const scopes = new Set<string>([
    ...definition.scopes.filter((scope) => allowance.scopes.includes(scope)),
    ...(email !== null && allowance.scopes.includes(email) ? ['email'] : []),
  ])
  const claims = await readClaims({
    queries: database.queries,
    site: settings,
    person,
    application,
    ground: { grant: allowance, userName },
    aliases: null,
    sessionId: session.id,
    use: 'userinfo',
    scopes,
    groups,
    now: clock(),
  })
  return {
    'remote-user': remoteUserOf(definition, claims, subject ?? ''),
    'remote-name': asHeader(claims['name'] ?? ''),
    'remote-groups': scopes.has('groups') ? asHeader([claims['groups'] ?? []].flat().join(',')) : '',
    'remote-wallet': asHeader(claims['wallet'] ?? ''),
    'remote-email': asHeader(claims['email'] ?? ''),
  }
}

/**
 * The name that the pages know somebody by: always the same, and never another's. A name that somebody chooses freely is neither; only a user name, which is
 * unique for ever, may stand in its place. The pages show these names to everybody: who has no user name gets a sign before theirs that no user name begins
 * with, or somebody else could choose it.
 */
export function remoteUserOf(
  definition: Pick<ApplicationDefinition, 'preferredUsername'>,
  claims: Readonly<Record<string, unknown>>,
  subject: string,
): string {
  if (definition.preferredUsername !== 'user-name') return subject
  const { preferred_username: userName } = claims
  return typeof userName === 'string' && /^[a-z][a-z0-9_-]*$/.test(userName) ? userName : `_${subject}`
}

/** In UTF-8, as programs read it; without what would end a header (RFC 9110 §5.5). */
const asHeader = (value: unknown): string =>
  typeof value === 'string' ? Buffer.from(value.replaceAll(/\p{Cc}/gu, ' ').trim()).toString('latin1') : ''

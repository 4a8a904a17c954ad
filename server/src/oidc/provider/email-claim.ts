// The claims `email` and `email_verified`, by the operator's choice for each application: the address that the person has verified here, or
// an alias at a domain of the operator's own, which nobody reads and which is another one for every sector, so that two applications cannot compare
// whom they know (THREATS O11, decision 0038). Each is an item of the consent by itself: who allowed the one has not allowed the other.
import type { ConsentableScope } from '@countersign/api/api-endpoints'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { findEmailAddressOfPerson } from '../../store/email/email-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import type { Client, KoaContext } from 'oidc-provider'
import { getOidcRequest } from './oidc-request-context.ts'
import { findOrCreateSubjectIdentifier, findSubjectIdentifier } from './subject-identifier-store.ts'
import type { SubjectSector } from './subject-identifier-store.ts'

/** The item of the consent that stands for the scope `email` at an application; null where the scope is ignored. */
export const getEmailConsentPart = ({ email }: Pick<ApplicationDefinition, 'email'>): ConsentableScope | null =>
  email === 'none' ? null : email === 'verified' ? 'email' : 'email_alias'

/** Whether a person is asked for this item where these scopes are. */
export const isEmailRequested = (
  { definition }: Pick<ApplicationRecord, 'definition'>,
  part: ConsentableScope,
  scopes: ReadonlySet<string>,
): boolean => getEmailConsentPart(definition) === part && scopes.has('openid') && scopes.has('email')

/** An alias is a name as `sub` is one, random and stored for a person and a sector, and goes with them where that goes: into a merge and out of it,
 * into the export, and away. It never is the `sub` itself, which is nobody's business who sees an address. */
const getEmailAliasSector = ({ sector }: Pick<ApplicationRecord, 'sector'>): SubjectSector => ({
  definition: { subjectType: 'pairwise' },
  sector: `email ${sector}`,
})

/** What is needed to make an alias that is not there yet. */
export interface EmailAliasCreationOptions {
  /** Null where the operator has set none: then there is no alias. */
  domain: string | null
  random: RandomBytes
  getWriteTransaction: () => Promise<DatabaseTransaction>
}

export async function readEmailClaimsOrCreateAlias(
  queries: DatabaseQueryBuilder,
  {
    personId,
    application,
    aliases,
  }: { personId: string; application: ApplicationRecord; aliases: EmailAliasCreationOptions | null },
): Promise<Record<string, unknown>> {
  const { email } = application.definition
  if (email === 'verified') {
    const verified = await findEmailAddressOfPerson(queries, personId)
    return verified === undefined ? {} : { email: verified.address, email_verified: true }
  }
  if (email === 'none' || aliases?.domain == null) return {}
  const alias =
    (await findSubjectIdentifier(queries, personId, getEmailAliasSector(application))) ??
    (await findOrCreateSubjectIdentifier(
      await aliases.getWriteTransaction(),
      aliases.random,
      personId,
      getEmailAliasSector(application),
    ))
  return { email: `${alias}@${aliases.domain}`, email_verified: false }
}

/**
 * The scope `email` of an application that gets no address is ignored, as every scope that is not known: many programs request it whatever they need.
 * The consent then does not offer what would never be sent.
 * @param emailAliasDomain empty where the server has none, so that there are no aliases
 */
export const createUnavailableEmailScopeDropHook =
  (emailAliasDomain: string) =>
  ({ oidc }: KoaContext, _value: unknown, client: Client): void => {
    const application = getOidcRequest().applications.get(client.clientId)
    const { params } = oidc
    if (params?.scope === undefined || application === undefined) return
    const { email } = application.definition
    if (email === 'verified' || (email === 'alias' && emailAliasDomain !== '')) return
    const left = params.scope.split(' ').filter((scope) => scope !== 'email')
    params.scope = left.length === 0 ? undefined : left.join(' ')
  }

/** Whether this server can give applications an address of anyone: an alias, or one that the person verified by a mail. */
export const canProvideEmailClaim = ({
  emailAliasDomain,
  smtpHost,
}: Pick<ServerSettings, 'emailAliasDomain' | 'smtpHost'>): boolean => emailAliasDomain !== '' || smtpHost !== ''

/** Removes the scope and the claims from the discovery document that no one can get here; the conformance suite would test them. */
export function removeEmailFromOidcDiscovery({ path, body }: KoaContext): void {
  if (!path.startsWith('/.well-known/') || typeof body !== 'object' || body === null) return
  const document = body as { scopes_supported?: string[]; claims_supported?: string[] }
  for (const name of ['scopes_supported', 'claims_supported'] as const) {
    const values = document[name]
    if (values !== undefined) document[name] = values.filter((value) => !value.startsWith('email'))
  }
}

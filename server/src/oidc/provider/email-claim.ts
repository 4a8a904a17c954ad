// An alias per sector keeps applications from matching people (THREATS O11, decision 0038).
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

/** Null if the application's `email` scope is ignored. */
export const getEmailConsentPart = ({ email }: Pick<ApplicationDefinition, 'email'>): ConsentableScope | null =>
  email === 'none' ? null : email === 'verified' ? 'email' : 'email_alias'

export const isEmailRequested = (
  { definition }: Pick<ApplicationRecord, 'definition'>,
  part: ConsentableScope,
  scopes: ReadonlySet<string>,
): boolean => getEmailConsentPart(definition) === part && scopes.has('openid') && scopes.has('email')

// Like a pairwise `sub`, an alias follows merges and erasure, but it does not contain the `sub`.
const getEmailAliasSector = ({ sector }: Pick<ApplicationRecord, 'sector'>): SubjectSector => ({
  definition: { subjectType: 'pairwise' },
  sector: `email ${sector}`,
})

export interface EmailAliasCreationOptions {
  /** Null if the operator has set no domain. */
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

/** Many programs always request `email`; consent must not offer what is never sent. */
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

export const canProvideEmailClaim = ({
  emailAliasDomain,
  smtpHost,
}: Pick<ServerSettings, 'emailAliasDomain' | 'smtpHost'>): boolean => emailAliasDomain !== '' || smtpHost !== ''

/** Otherwise the conformance suite would test claims that no application can get here. */
export function removeEmailFromOidcDiscovery({ path, body }: KoaContext): void {
  if (!path.startsWith('/.well-known/') || typeof body !== 'object' || body === null) return
  const document = body as { scopes_supported?: string[]; claims_supported?: string[] }
  for (const name of ['scopes_supported', 'claims_supported'] as const) {
    const values = document[name]
    if (values !== undefined) document[name] = values.filter((value) => !value.startsWith('email'))
  }
}

import type { KoaContext } from 'oidc-provider'
import { isActivePersonSql } from '../../store/people/active-person-sql-condition.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { readPersonClaims } from './read-person-claims.ts'
import { boundProofTokenField } from './bound-proof.ts'
import type { EmailAliasCreationOptions } from './email-claim.ts'
import { tagOidcClaimsWithDestination } from './patch-oidc-provider-claim-mapping.ts'
import { getOidcRequest, getOidcAuthorizationSnapshot, getOidcRequestQueries } from './oidc-request-context.ts'

interface ProviderAccount {
  accountId: string
  claims: (use: string, scope: string) => Promise<Record<string, unknown>>
}

const selectActivePerson = prepareSqlQuery((queries, id: string) =>
  queries.selectFrom('people').select(databaseTableColumns.people).where('id', '=', id).where(isActivePersonSql()),
)

/** Undefined if there is no such active person. */
export async function findAccount(
  ctx: KoaContext,
  personId: string,
  token?: { sessionUid?: string; grantId?: string; boundProofId?: string },
  aliases: EmailAliasCreationOptions | null = null,
): Promise<ProviderAccount | undefined> {
  const known = getOidcAuthorizationSnapshot(token?.grantId)?.person
  const person = known?.id === personId ? known : (await selectActivePerson(getOidcRequestQueries(), personId))[0]
  if (person === undefined) return undefined
  return {
    accountId: person.id,
    claims: async (use, scope) => {
      const { applications, memberships, now, site } = getOidcRequest()
      const application = applications.get(ctx.oidc.client?.clientId ?? '')
      const sessionId = token?.sessionUid ?? ctx.oidc.session?.uid
      if (application === undefined || sessionId === undefined) return { sub: person.id }
      // The current consent applies, because a token can have been issued for more (THREATS O11).
      const allowed = ctx.oidc.grant?.getOIDCScopeFiltered(new Set(scope.split(' '))) ?? ''
      const claims = await readPersonClaims({
        queries: getOidcRequestQueries(),
        site,
        person,
        application,
        authorizationSnapshot: getOidcAuthorizationSnapshot(token?.grantId),
        aliases,
        sessionId,
        boundProofId: token?.[boundProofTokenField],
        use,
        scopes: new Set(allowed.split(' ')),
        groups: (memberships.get(person.id) ?? []).map(({ id }) => id),
        now,
      })
      return tagOidcClaimsWithDestination(claims, use)
    },
  }
}

// Finds the person behind a token or session for the provider, and what it may say about them.
import type { KoaContext } from 'oidc-provider'
import { isActive } from '../../store/people/active.ts'
import { columns } from '../../platform/database/schema.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { readClaims } from './claims.ts'
import type { AliasMaker } from './email-claim.ts'
import { markPlace } from './mapped-claims.ts'
import { currentScope, groundOf, reader } from './request-scope.ts'

/** The provider's account: who, and their claims. */
interface Account {
  accountId: string
  claims: (use: string, scope: string) => Promise<Record<string, unknown>>
}

const selectActive = prepare((queries, id: string) =>
  queries.selectFrom('people').select(columns.people).where('id', '=', id).where(isActive()),
)

/**
 * The provider's setting `findAccount`.
 * @param token what the person is looked up for: a code or token that names its session; without one, the session itself
 * @returns undefined where there is no such person, or it is suspended: whatever asked is refused
 */
export async function findPerson(
  ctx: KoaContext,
  personId: string,
  token?: { sessionUid?: string; grantId?: string },
  aliases: AliasMaker | null = null,
): Promise<Account | undefined> {
  const known = groundOf(token?.grantId)?.person
  const person = known?.id === personId ? known : (await selectActive(reader(), personId))[0]
  if (person === undefined) return undefined
  return {
    accountId: person.id,
    claims: async (use, scope) => {
      const { applications, memberships, now, site } = currentScope()
      const application = applications.get(ctx.oidc.client?.clientId ?? '')
      const sessionId = token?.sessionUid ?? ctx.oidc.session?.uid
      if (application === undefined || sessionId === undefined) return { sub: person.id }
      // By the consent of now: a token remembers what was allowed when it was made, and can ask for more (THREATS O11).
      const allowed = ctx.oidc.grant?.getOIDCScopeFiltered(new Set(scope.split(' '))) ?? ''
      const claims = await readClaims({
        queries: reader(),
        site,
        person,
        application,
        ground: groundOf(token?.grantId),
        aliases,
        sessionId,
        use,
        scopes: new Set(allowed.split(' ')),
        groups: (memberships.get(person.id) ?? []).map(({ id }) => id),
        now,
      })
      return markPlace(claims, use)
    },
  }
}

// A user name can link accounts, so it has its own consent item (THREATS O11, decision 0037).
import { interactionPolicy } from 'oidc-provider'
import type { Check, KoaContext } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { parseStoredConsentDecision } from '../../store/grants/consent-grant-store.ts'
import type { ConsentDecision } from '../../store/grants/consent-grant-store.ts'
import { findCurrentUsername } from '../../store/usernames/username-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { OidcAuthorizationSnapshot } from './find-valid-oidc-provider-records.ts'
import { getOidcRequest } from './oidc-request-context.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

export const isUsernameRequested = (
  { definition }: Pick<ApplicationRecord, 'definition'>,
  scopes: ReadonlySet<string>,
): boolean =>
  definition.preferredUsername === 'user-name' &&
  definition.scopes.includes('profile') &&
  scopes.has('openid') &&
  scopes.has('profile')

/** A token also lacks `profile` if only that scope was withheld. */
const coversUsername = (
  { scopes, withheld }: Pick<ConsentDecision, 'scopes' | 'withheld'>,
  given: ReadonlySet<string>,
): boolean => scopes.includes('user_name') && (given.has('profile') || withheld.includes('profile'))

const selectSharedUsername = prepareSqlQuery((queries, personId: string, applicationId: string) =>
  queries
    .selectFrom('grants')
    .innerJoin('usernames', (join) =>
      join.onRef('usernames.person_id', '=', 'grants.person_id').on('usernames.is_current', '=', 1),
    )
    .select(['name', 'scopes', 'denied_scopes', 'resources'])
    .where('grants.person_id', '=', personId)
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null),
)

/** Follows the current consent; null if there is no name or the application may not know it. */
export async function readDisclosedUsername(
  queries: DatabaseQueryBuilder,
  {
    personId,
    application: { id, definition },
    ground,
    given,
  }: {
    personId: string
    application: ApplicationRecord
    ground: Pick<OidcAuthorizationSnapshot, 'grant' | 'username'> | undefined
    given: ReadonlySet<string>
  },
): Promise<string | null> {
  if (definition.preferredUsername !== 'user-name' || !definition.scopes.includes('profile')) return null
  if (ground !== undefined) return ground.grant !== null && coversUsername(ground.grant, given) ? ground.username : null
  const [row] = await selectSharedUsername(queries, personId, id)
  return row !== undefined && coversUsername(parseStoredConsentDecision(row), given) ? row.name : null
}

export async function isUsernameDisclosed(
  queries: DatabaseQueryBuilder,
  application: Pick<ApplicationRecord, 'definition'> | undefined,
  { personId, grant, given }: { personId: string; grant: ConsentDecision | undefined; given: ReadonlySet<string> },
): Promise<boolean> {
  return (
    application?.definition.preferredUsername === 'user-name' &&
    grant !== undefined &&
    coversUsername(grant, given) &&
    (await findCurrentUsername(queries, personId)) !== null
  )
}

/** Asks people whose consent is older than the item; `prompt=none` gets `consent_required`. */
export const createUndecidedUsernameConsentCheck = (): Check =>
  new interactionPolicy.Check(
    'user_name_undecided',
    'the person has not decided whether to share the username',
    'consent_required',
    ({ oidc }: KoaContext) => {
      const { applications, lockedGrants } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      const grant = lockedGrants.get(oidc.client?.clientId ?? '')
      if (
        application === undefined ||
        grant === undefined ||
        !isUsernameRequested(application, oidc.requestParamScopes)
      )
        return NO_NEED_TO_PROMPT
      return grant.scopes.includes('user_name') || grant.withheld.includes('user_name')
        ? NO_NEED_TO_PROMPT
        : REQUEST_PROMPT
    },
  )

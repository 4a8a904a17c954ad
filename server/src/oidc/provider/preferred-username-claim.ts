// The claim `preferred_username` of applications that are told user names: the one that the person chose, or nothing at all, never one that
// was made up. It is an item of the consent by itself, because one name at several applications tells them that they know one person, and
// can be shared where the display name is not (THREATS O11, decision 0037).
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

/** Whether a person is asked for their user name where these scopes are. */
export const isUsernameRequested = (
  { definition }: Pick<ApplicationRecord, 'definition'>,
  scopes: ReadonlySet<string>,
): boolean =>
  definition.preferredUsername === 'user-name' &&
  definition.scopes.includes('profile') &&
  scopes.has('openid') &&
  scopes.has('profile')

/** Whether what was allowed covers the name, for a token of these scopes. A token lacks `profile` also where that alone was withheld. */
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

/** The name that an application is told, by the consent of now; null where there is none, or it may not know. */
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

/** Whether an application learns a name by a code or token of these scopes. */
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

/** Who allowed an application something before it asked for user names, or before there were any, is asked about this one item. With
 * `prompt=none` the application hears `consent_required`. */
export const createUndecidedUsernameConsentCheck = (): Check =>
  new interactionPolicy.Check(
    'user_name_undecided',
    'it was not decided whether the application learns the user name',
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

// The claim `preferred_username` of applications that are told user names: the one that the person chose, or nothing at all, never one that
// was made up. It is an item of the consent by itself, because one name at several applications tells them that they know one person, and
// can be shared where the display name is not (THREATS O11, decision 0037).
import { interactionPolicy } from 'oidc-provider'
import type { Check, KoaContext } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { readAllowance } from '../../store/grants/store.ts'
import type { Allowance } from '../../store/grants/store.ts'
import { findUserName } from '../../store/usernames/store.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { Ground } from './records.ts'
import { currentScope } from './request-scope.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

/** Whether a person is asked for their user name where these scopes are. */
export const asksForUserName = (
  { definition }: Pick<ApplicationRecord, 'definition'>,
  scopes: ReadonlySet<string>,
): boolean =>
  definition.preferredUsername === 'user-name' &&
  definition.scopes.includes('profile') &&
  scopes.has('openid') &&
  scopes.has('profile')

/** Whether what was allowed covers the name, for a token of these scopes. A token lacks `profile` also where that alone was withheld. */
const covers = ({ scopes, withheld }: Pick<Allowance, 'scopes' | 'withheld'>, given: ReadonlySet<string>): boolean =>
  scopes.includes('user_name') && (given.has('profile') || withheld.includes('profile'))

const select = prepare((queries, personId: string, applicationId: string) =>
  queries
    .selectFrom('grants')
    .innerJoin('user_names', (join) =>
      join.onRef('user_names.person_id', '=', 'grants.person_id').on('user_names.is_current', '=', 1),
    )
    .select(['name', 'scopes', 'withheld', 'resources'])
    .where('grants.person_id', '=', personId)
    .where('application_id', '=', applicationId)
    .where('withdrawn_at', 'is', null),
)

/** The name that an application is told, by the consent of now; null where there is none, or it may not know. */
export async function readSharedName(
  queries: Queries,
  {
    personId,
    application: { id, definition },
    ground,
    given,
  }: {
    personId: string
    application: ApplicationRecord
    ground: Pick<Ground, 'grant' | 'userName'> | undefined
    given: ReadonlySet<string>
  },
): Promise<string | null> {
  if (definition.preferredUsername !== 'user-name' || !definition.scopes.includes('profile')) return null
  if (ground !== undefined) return ground.grant !== null && covers(ground.grant, given) ? ground.userName : null
  const [row] = await select(queries, personId, id)
  return row !== undefined && covers(readAllowance(row), given) ? row.name : null
}

/** Whether an application learns a name by a code or token of these scopes. */
export async function learnsName(
  queries: Queries,
  application: Pick<ApplicationRecord, 'definition'> | undefined,
  { personId, grant, given }: { personId: string; grant: Allowance | undefined; given: ReadonlySet<string> },
): Promise<boolean> {
  return (
    application?.definition.preferredUsername === 'user-name' &&
    grant !== undefined &&
    covers(grant, given) &&
    (await findUserName(queries, personId)) !== null
  )
}

/** Who allowed an application something before it asked for user names, or before there were any, is asked about this one item. With
 * `prompt=none` the application hears `consent_required`. */
export const userNameIsUndecided = (): Check =>
  new interactionPolicy.Check(
    'user_name_undecided',
    'it was not decided whether the application learns the user name',
    'consent_required',
    ({ oidc }: KoaContext) => {
      const { applications, heldGrants } = currentScope()
      const application = applications.get(oidc.client?.clientId ?? '')
      const grant = heldGrants.get(oidc.client?.clientId ?? '')
      if (application === undefined || grant === undefined || !asksForUserName(application, oidc.requestParamScopes))
        return NO_NEED_TO_PROMPT
      return grant.scopes.includes('user_name') || grant.withheld.includes('user_name')
        ? NO_NEED_TO_PROMPT
        : REQUEST_PROMPT
    },
  )

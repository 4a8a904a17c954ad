// Why a person cannot sign in: the last refused attempts, and applications closed to the person.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { personRefusalLimits } from '@countersign/api/server-limits'
import { findActivityIdentitiesAndWallets } from '../../account/personal-data/read-person-activity.ts'
import { readPersonAuditEntries } from '../../audit-log/read-person-audit-entries.ts'
import type { PersonAuditEntry } from '../../audit-log/read-person-audit-entries.ts'
import { listPasskeysOfPerson } from '../../auth/passkeys/passkey-store.ts'
import {
  groupMembershipNeverCheckedTimestamp,
  listGroupsWithPersonMembership,
} from '../../groups/membership/group-member-store.ts'
import type { GroupWithPersonMembership } from '../../groups/membership/group-member-store.ts'
import { ApiError } from '../../platform/api-error.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { parseApplicationDefinition } from '../../store/applications/application-store.ts'
import { acceptsSignInMethod } from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import type { SessionSignInCredential } from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import { listLinkedWalletsOfPerson } from '../../store/wallets/wallet-store.ts'

type SignInProblems = AdminApiEndpointOutput<'readPersonSignInProblems'>
type ProblemsContext = Pick<ServerAppContext, 'database' | 'clock'>

const dayMs = 86_400_000

/** Other refusals, such as an undelivered logout or a wallet that could not be linked, stop no sign-in. */
const signInRefusalTypes = [
  'sign_in.refused',
  'step_up.refused',
  'application.denied',
  'device.denied',
  'cross_device.ended',
] as const

/** @throws ApiError `person.not_found` */
export async function readPersonSignInProblems(context: ProblemsContext, id: string): Promise<SignInProblems> {
  const { queries } = context.database
  const now = context.clock()
  const since = now - personRefusalLimits.days * dayMs
  const person = await queries
    .selectFrom('people')
    .select('status')
    .where('id', '=', id)
    .where('status', '!=', 'erased')
    .executeTakeFirst()
  if (person === undefined) throw new ApiError('person.not_found')
  const entries = await readPersonAuditEntries(
    queries,
    await findActivityIdentitiesAndWallets(queries, id),
    { types: signInRefusalTypes, outcome: 'refused', from: since },
    { before: null, size: personRefusalLimits.entries + 1 },
  )
  return {
    since: formatRfc3339Timestamp(since),
    refusals: await describeRefusals(queries, entries.slice(0, personRefusalLimits.entries)),
    hasMore: entries.length > personRefusalLimits.entries,
    closedApplications: person.status === 'active' ? await listClosedApplications(queries, id) : [],
  }
}

async function describeRefusals(
  queries: DatabaseQueryBuilder,
  entries: readonly PersonAuditEntry[],
): Promise<SignInProblems['refusals']> {
  const ids = [...new Set(entries.flatMap(({ details }) => getApplicationId(details) ?? []))]
  const rows =
    ids.length === 0
      ? []
      : await queries.selectFrom('applications').select(['id', 'name']).where('id', 'in', ids).execute()
  const nameById = new Map(rows.map(({ id, name }) => [id, name]))
  return entries.map(({ sequence, at, type, details, evidence }) => {
    const applicationId = getApplicationId(details)
    const { address, networkPrefix, userAgent } = evidence
    return {
      sequence,
      at: formatRfc3339Timestamp(at),
      type,
      reason: String(details['reason'] ?? ''),
      application: applicationId === null ? null : { id: applicationId, name: nameById.get(applicationId) ?? null },
      address: address ?? null,
      networkPrefix: networkPrefix ?? null,
      userAgent: userAgent ?? null,
    }
  })
}

const getApplicationId = ({ applicationId }: PersonAuditEntry['details']): string | null =>
  typeof applicationId === 'string' && applicationId !== '' ? applicationId : null

/** Uses the last check of each group, because no chain is read here. */
async function listClosedApplications(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<SignInProblems['closedApplications']> {
  const groups = await listGroupsWithPersonMembership(queries, personId)
  const groupById = new Map(groups.map((group) => [group.id, group]))
  const credentials = await listCredentials(queries, personId)
  const applications = await queries
    .selectFrom('applications')
    .select(['id', 'name', 'definition'])
    .where('enabled', '=', 1)
    .where('kind', '!=', 'machine')
    // People can add any number of unregistered applications, but only an operator can restrict one.
    .where((expression) =>
      expression.or([
        expression('origin', '!=', 'metadata-document'),
        expression('narrowing', 'is not', null),
        expression('metadata_document', 'is', null),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  const closed: SignInProblems['closedApplications'] = []
  for (const { id, name, definition: text } of applications) {
    const definition = parseApplicationDefinition(text)
    const { allowedGroups, signInMethods } = definition
    const isMissingGroup =
      allowedGroups.length > 0 && allowedGroups.every((group) => isKnownNonMember(groupById.get(group)))
    // Without credentials, the person cannot sign in anywhere.
    const isMissingMethod =
      credentials.length > 0 && !credentials.some((credential) => acceptsSignInMethod({ definition }, credential))
    if (isMissingGroup || isMissingMethod)
      closed.push({
        id,
        name,
        missing: isMissingGroup ? 'group' : 'sign-in-method',
        groups: allowedGroups.map((group) => ({ id: group, name: groupById.get(group)?.name ?? group })),
        signInMethods: [...signInMethods],
      })
    if (closed.length === personRefusalLimits.applications) break
  }
  return closed
}

/** A group that was not checked yet, or cannot be checked, is not known to refuse the person. */
const isKnownNonMember = (group: GroupWithPersonMembership | undefined): boolean =>
  group === undefined ||
  (group.is_member === 0 &&
    group.checked_at !== groupMembershipNeverCheckedTimestamp &&
    group.unreachable_since === null)

/** Without wallets on hold, which cannot sign in. */
async function listCredentials(queries: DatabaseQueryBuilder, personId: string): Promise<SessionSignInCredential[]> {
  const wallets = (await listLinkedWalletsOfPerson(queries, personId)).filter(
    ({ on_hold_since }) => on_hold_since === null,
  )
  const passkeys = await listPasskeysOfPerson(queries, personId)
  return [
    ...wallets.map(({ namespace, chain_reference }) => ({ passkey_id: null, namespace, chain_reference })),
    ...passkeys.map(({ id }) => ({ passkey_id: id, namespace: null, chain_reference: null })),
  ]
}

import type { ConsentableScope, ConsentResource } from '@countersign/api/api-endpoints'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import { prepareSqlQuery, pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { GrantsTable } from '../../platform/database/database-schema.ts'
import { whereAfterCursor } from '../../platform/cursor-pagination.ts'
import type { PageCursor } from '../../platform/cursor-pagination.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import type { ConsentedClientIdentity } from './match-consented-client-identity.ts'
import { toStoredDisclosedWalletSelection } from './wallet-disclosed-to-application.ts'
import type { DisclosedWallet, DisclosedWalletSelection } from './wallet-disclosed-to-application.ts'

export interface ConsentDecision {
  scopes: readonly ConsentableScope[]
  withheld: readonly ConsentableScope[]
  resources: readonly ConsentResource[]
}

export interface StoredConsentGrant extends ConsentDecision, DisclosedWallet {
  id: string
  personId: string
  applicationId: string
  disclosed: Readonly<Partial<Record<ConsentableScope, { firstAt: number; lastAt: number }>>>
  /** Null for registered applications. */
  clientIdentity: ConsentedClientIdentity | null
  /** Set if the person denied scopes that have not been offered again since. */
  leftOutAt: number | null
  createdAt: number
  lastUsedAt: number
}

const parseConsentParts = (text: string): ConsentableScope[] =>
  text.split(' ').filter((scope) => scope !== '') as ConsentableScope[]

export const parseStoredConsentDecision = (
  row: Pick<GrantsTable, 'scopes' | 'denied_scopes' | 'resources'>,
): ConsentDecision => ({
  scopes: parseConsentParts(row.scopes),
  withheld: parseConsentParts(row.denied_scopes),
  resources: JSON.parse(row.resources) as ConsentResource[],
})

const toStoredGrant = (row: GrantsTable): StoredConsentGrant => ({
  id: row.id,
  personId: row.person_id,
  applicationId: row.application_id,
  ...parseStoredConsentDecision(row),
  disclosed: JSON.parse(row.disclosures) as StoredConsentGrant['disclosed'],
  clientIdentity: row.client_identity === null ? null : (JSON.parse(row.client_identity) as ConsentedClientIdentity),
  walletId: row.wallet_id,
  featuredWallets: row.wallets_offered === null ? null : (JSON.parse(row.wallets_offered) as string[]),
  leftOutAt: row.partially_denied_at,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

const selectOne = prepareSqlQuery((queries, personId: string, applicationId: string) =>
  queries
    .selectFrom('grants')
    .select(databaseTableColumns.grants)
    .where('person_id', '=', personId)
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null),
)

export async function findConsentGrant(
  queries: DatabaseQueryBuilder,
  personId: string,
  applicationId: string,
): Promise<StoredConsentGrant | undefined> {
  const [row] = await selectOne(queries, personId, applicationId)
  return row && toStoredGrant(row)
}

export async function findConsentGrantById(
  queries: DatabaseQueryBuilder,
  personId: string,
  id: string,
): Promise<StoredConsentGrant | undefined> {
  const row = await queries
    .selectFrom('grants')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row && toStoredGrant(row)
}

const lockGrantRow = prepareSqlQuery((queries, personId: string, applicationId: string) =>
  queries
    .updateTable('grants')
    .set((expression) => ({ last_used_at: expression.ref('last_used_at') }))
    .where('person_id', '=', personId)
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .returning(databaseTableColumns.grants),
)

/** Blocks concurrent revocation until the transaction ends. */
export async function lockConsentGrantRow(
  transaction: DatabaseTransaction,
  personId: string,
  applicationId: string,
): Promise<StoredConsentGrant | undefined> {
  const [row] = await lockGrantRow(transaction, personId, applicationId)
  return row && toStoredGrant(row)
}

const reofferWindowMs = 5 * 60_000

/** Denied scopes are offered once more, because the application may need them (decision 0069). */
export const isConsentChoiceReoffered = (
  grant: Pick<StoredConsentGrant, 'leftOutAt'> | undefined,
  now: number,
): boolean => grant?.leftOutAt != null && now - grant.leftOutAt < reofferWindowMs

export async function finalizeConsentChoice(
  transaction: DatabaseTransaction,
  personId: string,
  applicationId: string,
): Promise<void> {
  await transaction
    .updateTable('grants')
    .set({ partially_denied_at: null })
    .where('person_id', '=', personId)
    .where('application_id', '=', applicationId)
    .where('partially_denied_at', 'is not', null)
    .execute()
}

/** Keeps earlier decisions on scopes that this request did not include. */
export async function saveConsentGrant(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  {
    personId,
    applicationId,
    allowance,
    shown = null,
    wallet,
    isFinal = false,
    now,
  }: {
    personId: string
    applicationId: string
    allowance: ConsentDecision
    shown?: ConsentedClientIdentity | null
    /** Null if no wallet is disclosed. */
    wallet: Omit<DisclosedWalletSelection, 'before'> | null
    /** Whether the person answered a repeated offer. */
    isFinal?: boolean
    now: number
  },
): Promise<void> {
  const before = await findConsentGrant(transaction, personId, applicationId)
  const { scopes, withheld, resources } = mergeConsentDecisions(
    before ?? { scopes: [], withheld: [], resources: [] },
    allowance,
  )
  const values = {
    scopes: scopes.join(' '),
    denied_scopes: withheld.join(' '),
    resources: JSON.stringify(resources),
    client_identity: shown === null ? null : JSON.stringify(shown),
    partially_denied_at:
      !isFinal && deniesMore(before, allowance) && !isConsentChoiceReoffered(before, now) ? now : null,
    last_used_at: now,
    ...(wallet !== null && toStoredDisclosedWalletSelection({ ...wallet, before })),
  }
  await transaction
    .insertInto('grants')
    .values({
      id: createRandomId(random),
      person_id: personId,
      application_id: applicationId,
      disclosures: '{}',
      created_at: now,
      revoked_at: null,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'application_id']).where('revoked_at', 'is', null).doUpdateSet(values),
    )
    .execute()
}

const deniesMore = (before: StoredConsentGrant | undefined, { withheld }: ConsentDecision): boolean =>
  withheld.some((part) => before?.withheld.includes(part) !== true)

function mergeConsentDecisions(before: ConsentDecision, now: ConsentDecision): ConsentDecision {
  const decided = new Set<ConsentableScope>([...now.scopes, ...now.withheld])
  const kept = (scopes: readonly ConsentableScope[]) => scopes.filter((scope) => !decided.has(scope))
  const resources = new Map(before.resources.map(({ resource, scopes }) => [resource, scopes]))
  for (const { resource, scopes } of now.resources)
    resources.set(resource, [...new Set([...(resources.get(resource) ?? []), ...scopes])])
  return {
    scopes: [...kept(before.scopes), ...now.scopes],
    withheld: [...kept(before.withheld), ...now.withheld],
    resources: [...resources].map(([resource, scopes]) => ({ resource, scopes })),
  }
}

const updateDisclosedClaims = prepareSqlQuery((queries, id: string, learned: string, now: number) =>
  queries.updateTable('grants').set({ disclosures: learned, last_used_at: now }).where('id', '=', id),
)

/** @param grant must be read in this transaction under the grant or person lock */
export async function recordDisclosedClaims(
  transaction: DatabaseTransaction,
  grant: StoredConsentGrant | undefined,
  scopes: readonly ConsentableScope[],
  now: number,
): Promise<void> {
  if (grant === undefined) return
  const learned = { ...grant.disclosed }
  for (const scope of scopes) learned[scope] = { firstAt: learned[scope]?.firstAt ?? now, lastAt: now }
  await pipelineSqlStatement(transaction, updateDisclosedClaims(transaction, grant.id, JSON.stringify(learned), now))
}

/** Newest first. `active` means that the application currently has an authorization. */
export async function listConsentGrantsOfPerson(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
  { after, size }: { after: PageCursor | null; size: number },
): Promise<(StoredConsentGrant & { active: boolean })[]> {
  let query = queries
    .selectFrom('grants')
    .selectAll()
    .where('person_id', 'in', personIds)
    .where('revoked_at', 'is', null)
  if (after !== null) query = query.where(whereAfterCursor('grants', after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(size).execute()
  const authorized = await queries
    .selectFrom('authorizations')
    .select(['person_id', 'application_id'])
    .distinct()
    .where('person_id', 'in', personIds)
    .execute()
  const isActive = (grant: GrantsTable): boolean =>
    authorized.some((row) => row.person_id === grant.person_id && row.application_id === grant.application_id)
  return rows.map((row) => ({ ...toStoredGrant(row), active: isActive(row) }))
}

export interface RevokedConsentGrant {
  personId: string
  applicationId: string
}

const updateActiveGrantsAsRevoked = (transaction: DatabaseTransaction, personIds: readonly string[], now: number) =>
  transaction
    .updateTable('grants')
    .set({ revoked_at: now })
    .where('person_id', 'in', personIds)
    .where('revoked_at', 'is', null)
    .returning(['person_id as personId', 'application_id as applicationId'])

/** @returns undefined if none of these identities has this active grant */
export async function markConsentGrantRevoked(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
  id: string,
  now: number,
): Promise<RevokedConsentGrant | undefined> {
  return updateActiveGrantsAsRevoked(transaction, personIds, now).where('id', '=', id).executeTakeFirst()
}

export async function markAllConsentGrantsRevoked(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
  now: number,
): Promise<RevokedConsentGrant[]> {
  return updateActiveGrantsAsRevoked(transaction, personIds, now).execute()
}

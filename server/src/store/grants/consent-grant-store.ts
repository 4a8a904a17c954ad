// The SQL of grants: what a person allowed an application, remembered until it is withdrawn.
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

/** What is allowed: scopes and other parts of a consent, those that were asked for and withheld, and scopes of other services. */
export interface ConsentDecision {
  scopes: readonly ConsentableScope[]
  withheld: readonly ConsentableScope[]
  resources: readonly ConsentResource[]
}

/** A consent in force. */
export interface StoredConsentGrant extends ConsentDecision, DisclosedWallet {
  id: string
  personId: string
  applicationId: string
  disclosed: Readonly<Partial<Record<ConsentableScope, { firstAt: number; lastAt: number }>>>
  /** As whom an application that nobody registered was shown; null for all others. */
  clientIdentity: ConsentedClientIdentity | null
  /** When the person left something out that was not offered again since. */
  leftOutAt: number | null
  createdAt: number
  lastUsedAt: number
}

const parseConsentParts = (text: string): ConsentableScope[] =>
  text.split(' ').filter((scope) => scope !== '') as ConsentableScope[]

/** What is allowed, as it is stored. */
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

/** The consent in force between a person and an application. */
export async function findConsentGrant(
  queries: DatabaseQueryBuilder,
  personId: string,
  applicationId: string,
): Promise<StoredConsentGrant | undefined> {
  const [row] = await selectOne(queries, personId, applicationId)
  return row && toStoredGrant(row)
}

/** A consent in force of a person. */
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

/** The same, held until the transaction ends: who takes it back at the same time waits, or was first. */
export async function lockConsentGrantRow(
  transaction: DatabaseTransaction,
  personId: string,
  applicationId: string,
): Promise<StoredConsentGrant | undefined> {
  const [row] = await lockGrantRow(transaction, personId, applicationId)
  return row && toStoredGrant(row)
}

/** For how long a choice that left something out is offered again when the application sends the person back, in milliseconds. */
const reofferWindowMs = 5 * 60_000

/** Whether what a person left out is offered again now: once, because the application may not work without it (decision 0069). */
export const isConsentChoiceReoffered = (
  grant: Pick<StoredConsentGrant, 'leftOutAt'> | undefined,
  now: number,
): boolean => grant?.leftOutAt != null && now - grant.leftOutAt < reofferWindowMs

/** Makes a choice final that was offered again. */
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

/** Remembers what a person allows an application now. What was allowed or withheld before and is not asked now stays. */
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
    /** As whom it was shown, where nobody registered it. */
    shown?: ConsentedClientIdentity | null
    /** Which wallet it is to know; null where none is told. */
    wallet: Omit<DisclosedWalletSelection, 'before'> | null
    /** Whether it answers what was offered again. */
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

/** Whether something is left out that was not left out before. */
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

/**
 * Notes what an application learns now.
 * @param grant as it is now: read in this transaction, by who holds it or its person
 */
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

/** The consents in force of a person in all their identities, the newest first, and whether each application is signed in now. */
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

/**
 * Takes a consent back.
 * @returns whose it was and the application, or undefined where none of these identities has such a consent in force
 */
export async function markConsentGrantRevoked(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
  id: string,
  now: number,
): Promise<{ personId: string; applicationId: string } | undefined> {
  return transaction
    .updateTable('grants')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('person_id', 'in', personIds)
    .where('revoked_at', 'is', null)
    .returning(['person_id as personId', 'application_id as applicationId'])
    .executeTakeFirst()
}

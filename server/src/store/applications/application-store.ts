import type { ApiApplication } from '@countersign/api/api-endpoints'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { qualifySqlColumns } from '../../platform/database/qualify-sql-columns.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import type { ApplicationsTable } from '../../platform/database/database-schema.ts'
import { emptyClaimMapping } from './claim-mapping.ts'
import { signInMethods } from './application-definition-types.ts'
import type {
  ClientMetadataDocumentDefinition,
  OperatorClientMetadataRestrictions,
} from './operator-restrictions-of-client-metadata.ts'
import { replaceLegacyIntrospectAllSetting } from './token-introspection-access-rules.ts'
import { getProductOfSector } from '../products/product-definition.ts'
import { replaceSiteHosts } from './protected-site-host-store.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

export type ApplicationRegistrationMethod = ApplicationsTable['origin']

export interface ApplicationRecord {
  id: string
  name: string
  kind: ApplicationKind
  enabled: boolean
  /** People have one pairwise subject identifier per sector. Names the product, if there is one. */
  sector: string
  definition: ApplicationDefinition
  secretHash: string | null
  previousSecretHash: string | null
  previousSecretExpiresAt: number | null
  origin: ApplicationRegistrationMethod
  /** The unverified name from the metadata document. */
  claimedName: string | null
  registrationTokenId: string | null
  /** Null for applications without a metadata document. */
  document: ClientMetadataDocumentDefinition | null
  narrowing: OperatorClientMetadataRestrictions | null
  /** Whether an upgrade restricted introspection and no operator has confirmed this yet. */
  introspectionNarrowed: boolean
  createdAt: number
  changedAt: number
  logo: string | null
}

const selectApplicationWithLogo = (queries: DatabaseQueryBuilder) =>
  queries
    .selectFrom('applications')
    .leftJoin('application_logos', 'application_logos.application_id', 'applications.id')
    .select(qualifySqlColumns('applications', databaseTableColumns.applications))
    .select('application_logos.hash as logo')

const toApplicationRecord = (row: Selectable<ApplicationsTable> & { logo: string | null }): ApplicationRecord => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  enabled: row.enabled === 1,
  sector: row.sector,
  definition: parseApplicationDefinition(row.definition, getProductOfSector(row.sector)),
  secretHash: row.secret_hash,
  previousSecretHash: row.previous_secret_hash,
  previousSecretExpiresAt: row.previous_secret_expires_at,
  origin: row.origin,
  claimedName: row.claimed_name,
  registrationTokenId: row.registration_token_id,
  document: row.metadata_document === null ? null : parseClientMetadataDocumentDefinition(row.metadata_document),
  narrowing: row.narrowing === null ? null : (JSON.parse(row.narrowing) as OperatorClientMetadataRestrictions),
  introspectionNarrowed: hasLegacyIntrospectAllSetting(row),
  createdAt: row.created_at,
  changedAt: row.changed_at,
  logo: row.logo,
})

/** During an upgrade, release 0.1.0 can still write `all`, so the definition is checked as well. */
export const hasLegacyIntrospectAllSetting = ({
  introspection_narrowed,
  definition,
}: Pick<Selectable<ApplicationsTable>, 'introspection_narrowed' | 'definition'>): boolean =>
  introspection_narrowed === 1 ||
  (definition.includes('"introspection":"all"') &&
    (JSON.parse(definition) as { introspection?: unknown }).introspection === 'all')

const maxCachedDefinitions = 200
const definitionCache = new Map<string, ApplicationDefinition>()

/** Results are frozen and cached by the stored text, which is read from the database each time. */
export function parseApplicationDefinition(text: string, product: string | null = null): ApplicationDefinition {
  const key = product === null ? text : `${product} ${text}`
  const known = definitionCache.get(key)
  if (known !== undefined) return known
  const definition = deepFreeze(completeStoredDefinition(text, product))
  if (definitionCache.size >= maxCachedDefinitions) definitionCache.clear()
  definitionCache.set(key, definition)
  return definition
}

export function parseClientMetadataDocumentDefinition(text: string): ClientMetadataDocumentDefinition {
  const { definition, anyLoopbackPort = false } = JSON.parse(text) as Partial<ClientMetadataDocumentDefinition>
  return { definition: parseApplicationDefinition(JSON.stringify(definition)), anyLoopbackPort }
}

/** Fills in members that older releases did not store. */
function completeStoredDefinition(text: string, product: string | null): ApplicationDefinition {
  const stored = JSON.parse(text) as Partial<ApplicationDefinition>
  const {
    allowedGroups = [],
    signInMethods: accepted = [...signInMethods],
    chains = [],
    colors = { light: null, dark: null },
  } = stored
  const { hosts = [], claims = emptyClaimMapping } = stored
  const { policyUri = null, termsUri = null, openPaths = [] } = stored
  // These defaults must not change what existing applications receive.
  const { preferredUsername = 'display-name', email = 'none', rotateRefreshTokens = false } = stored
  const { requires = [], profile = 'none', firstParty = false } = stored
  return {
    ...(stored as ApplicationDefinition),
    policyUri,
    termsUri,
    hosts,
    openPaths,
    claims,
    allowedGroups,
    signInMethods: accepted,
    chains,
    colors,
    preferredUsername,
    email,
    requires,
    profile,
    rotateRefreshTokens,
    product,
    firstParty,
    introspection: replaceLegacyIntrospectAllSetting(stored.introspection, stored.resources ?? []),
  }
}

/** Omits the product, which is the sector, and a default that the previous release does not know. */
const serializeApplicationDefinition = (definition: ApplicationDefinition): string =>
  JSON.stringify({ ...definition, product: undefined, firstParty: definition.firstParty || undefined })

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}

const logoVersionLength = 8

/** The logo URL changes with the logo, so that browsers do not show an old logo from the cache. */
export const describeApplication = ({
  id,
  name,
  logo,
  definition,
  origin,
  claimedName,
}: ApplicationRecord): ApiApplication => ({
  id,
  name,
  logo:
    logo === null
      ? null
      : `/api/applications/${encodeURIComponent(id)}/logo?v=${encodeURIComponent(logo.slice(0, logoVersionLength))}`,
  uri: definition.uri,
  ...(origin === 'metadata-document' && { unregistered: { claimedName } }),
})

const selectOne = prepareSqlQuery((queries, id: string) =>
  selectApplicationWithLogo(queries).where('applications.id', '=', id),
)

export async function findApplicationById(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<ApplicationRecord | undefined> {
  const [row] = await selectOne(queries, id)
  return row === undefined ? undefined : toApplicationRecord(row)
}

export type ApplicationCursor = Pick<ApplicationRecord, 'name' | 'id'>

export async function listApplicationRecordPage(
  queries: DatabaseQueryBuilder,
  { cursor, size }: { cursor: ApplicationCursor | null; size: number },
): Promise<ApplicationRecord[]> {
  let query = selectApplicationWithLogo(queries)
  if (cursor !== null) {
    query = query.where((expression) =>
      expression.or([
        expression('applications.name', '>', cursor.name),
        expression.and([
          expression('applications.name', '=', cursor.name),
          expression('applications.id', '>', cursor.id),
        ]),
      ]),
    )
  }
  const rows = await query.orderBy('applications.name').orderBy('applications.id').limit(size).execute()
  return rows.map(toApplicationRecord)
}

const pageSize = 200

export async function listAllApplications(queries: DatabaseQueryBuilder): Promise<ApplicationRecord[]> {
  const all: ApplicationRecord[] = []
  for (;;) {
    const page = await listApplicationRecordPage(queries, { cursor: all.at(-1) ?? null, size: pageSize })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

/** Locks and reads the row, so that decisions based on it hold until commit. */
export async function lockApplicationRow(
  transaction: DatabaseTransaction,
  id: string,
): Promise<ApplicationRecord | undefined> {
  await transaction
    .updateTable('applications')
    .set((expression) => ({ changed_at: expression.ref('changed_at') }))
    .where('id', '=', id)
    .execute()
  return findApplicationById(transaction, id)
}

export async function insertApplication(
  transaction: DatabaseTransaction,
  record: Omit<ApplicationRecord, 'logo'>,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('applications')
    .values({
      id: record.id,
      origin: record.origin,
      registration_token_id: record.registrationTokenId,
      created_at: record.createdAt,
      ...toMutableColumns(record),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await replaceSiteHosts(transaction, record)
  return true
}

/** Always increases `changed_at`, which is used to detect concurrent changes. */
export async function updateApplication(transaction: DatabaseTransaction, record: ApplicationRecord): Promise<void> {
  const changed_at = sql<number>`case when changed_at < ${record.changedAt} then ${record.changedAt} else changed_at + 1 end`
  await transaction
    .updateTable('applications')
    .set({ ...toMutableColumns(record), changed_at })
    .where('id', '=', record.id)
    .execute()
  await replaceSiteHosts(transaction, record)
}

const toMutableColumns = (record: Omit<ApplicationRecord, 'logo'>) => ({
  name: record.name,
  kind: record.kind,
  enabled: record.enabled ? 1 : 0,
  secret_hash: record.secretHash,
  previous_secret_hash: record.previousSecretHash,
  previous_secret_expires_at: record.previousSecretExpiresAt,
  sector: record.sector,
  definition: serializeApplicationDefinition(record.definition),
  claimed_name: record.claimedName,
  metadata_document: record.document === null ? null : JSON.stringify(record.document),
  narrowing: record.narrowing === null ? null : JSON.stringify(record.narrowing),
  introspection_narrowed: record.introspectionNarrowed ? 1 : 0,
  changed_at: record.changedAt,
})

export async function deleteApplication(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('applications').where('id', '=', id).execute()
}

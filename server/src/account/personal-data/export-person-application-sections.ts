// Export sections about applications. Only listed columns are exported, never secrets (THREATS P9).
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { GrantsTable } from '../../platform/database/database-schema.ts'
import type {
  ExportedPersonIds,
  PersonalDataExportSectionBatches,
  PersonalDataExportSectionItem,
} from './read-person-table-row-batches.ts'
import { readPersonTableRowBatches, formatTimestampOrNull } from './read-person-table-row-batches.ts'

export async function* exportPersonApplicationGrants(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'applications'> {
  for await (const rows of readPersonTableRowBatches(queries, 'grants', ['person_id'], personIds)) {
    const items = []
    for (const row of rows) items.push(await describeExportedGrant(queries, row))
    yield items
  }
}

async function describeExportedGrant(
  queries: DatabaseQueryBuilder,
  row: GrantsTable,
): Promise<PersonalDataExportSectionItem<'applications'>> {
  const list = (scopes: string): string[] => scopes.split(' ').filter((scope) => scope !== '')
  const learned = JSON.parse(row.disclosures) as Record<string, { firstAt: number; lastAt: number }>
  const application = await findApplicationById(queries, row.application_id)
  return {
    id: row.id,
    personId: row.person_id,
    applicationId: row.application_id,
    name: application?.name ?? row.application_id,
    subject: application === undefined ? null : await findSubject(queries, row.person_id, application),
    scopes: list(row.scopes),
    withheld: list(row.denied_scopes),
    resources: JSON.parse(row.resources) as PersonalDataExportSectionItem<'applications'>['resources'],
    walletId: row.wallet_id,
    disclosures: Object.entries(learned).map(([scope, { firstAt, lastAt }]) => ({
      scope,
      firstAt: formatRfc3339Timestamp(firstAt),
      lastAt: formatRfc3339Timestamp(lastAt),
    })),
    allowedAt: formatRfc3339Timestamp(row.created_at),
    lastUsedAt: formatRfc3339Timestamp(row.last_used_at),
    revokedAt: formatTimestampOrNull(row.revoked_at),
  }
}

/** Finds the subject identifier that the application knows (OpenID Connect Core §8). */
async function findSubject(
  queries: DatabaseQueryBuilder,
  personId: string,
  application: { sector: string; definition: { subjectType: string } },
): Promise<string | null> {
  if (application.definition.subjectType === 'public') return personId
  const row = await queries
    .selectFrom('subjects')
    .select('subject')
    .where('person_id', '=', personId)
    .where('sector', '=', application.sector)
    .executeTakeFirst()
  return row?.subject ?? null
}

export async function exportPersonSubjectIdentifiers(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): Promise<PersonalDataExport['subjects']> {
  const rows = await queries
    .selectFrom('subjects')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('sector')
    .execute()
  return rows.map(({ person_id: personId, sector, subject }) => ({ personId, sector, subject }))
}

export async function* exportPersonAuthorizations(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'signedInTo'> {
  for await (const rows of readPersonTableRowBatches(queries, 'authorizations', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      personId: row.person_id,
      sessionId: row.session_id,
      applicationId: row.application_id,
      sid: row.sid,
      subject: row.subject,
      proofId: row.proof_id,
      createdAt: formatRfc3339Timestamp(row.created_at),
    }))
  }
}

export async function* exportPersonLogoutDeliveries(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'logouts'> {
  for await (const rows of readPersonTableRowBatches(queries, 'logout_deliveries', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      personId: row.person_id,
      applicationId: row.application_id,
      sid: row.sid,
      subject: row.subject,
      createdAt: formatRfc3339Timestamp(row.created_at),
      completedAt: formatTimestampOrNull(row.completed_at),
      outcome: row.outcome,
    }))
  }
}

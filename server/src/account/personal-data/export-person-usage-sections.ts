// Export sections about usage. Only listed columns are exported, never secrets (THREATS P9).
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { listRecentlyOpenedItemsOfPeople, listSavedViewsOfPerson } from '../../store/saved-views/saved-view-store.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { readMessagesOfWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import type { ExportedPersonIds, PersonalDataExportSectionBatches } from './read-person-table-row-batches.ts'
import { readPersonTableRowBatches, formatTimestampOrNull } from './read-person-table-row-batches.ts'

export async function* exportPersonBrowsers(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'browsers'> {
  for await (const rows of readPersonTableRowBatches(queries, 'browsers', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
      firstSeenAt: formatRfc3339Timestamp(row.first_seen_at),
      lastSeenAt: formatRfc3339Timestamp(row.last_seen_at),
      trustedAt: formatTimestampOrNull(row.trusted_at),
      trustedByWalletId: row.trusted_by_wallet_id,
      trustedByPasskeyId: row.trusted_by_passkey_id,
      announcedSince: formatTimestampOrNull(row.announced_since),
    }))
  }
}

export async function* exportPersonSessions(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'sessions'> {
  for await (const rows of readPersonTableRowBatches(queries, 'sessions', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      walletId: row.wallet_id,
      proofId: row.proof_id,
      passkeyId: row.passkey_id,
      browserId: row.browser_id,
      createdAt: formatRfc3339Timestamp(row.created_at),
      steppedUpAt: formatTimestampOrNull(row.stepped_up_at),
      contractCheckedAt: formatTimestampOrNull(row.contract_checked_at),
      contractUnreachableSince: formatTimestampOrNull(row.contract_unreachable_since),
      lastSeenAt: formatRfc3339Timestamp(row.last_seen_at),
      idleExpiresAt: formatRfc3339Timestamp(row.idle_expires_at),
      expiresAt: formatRfc3339Timestamp(row.expires_at),
      endedAt: formatTimestampOrNull(row.ended_at),
      endReason: row.end_reason,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
    }))
  }
}

export async function* exportPersonWalletProofs(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'proofs'> {
  const wallets = await queries.selectFrom('wallets').select('id').where('person_id', 'in', personIds).execute()
  // Read one by one, because the number of unlinked wallets can exceed the SQL parameter limit.
  for (const { id } of wallets) {
    for await (const rows of readPersonTableRowBatches(queries, 'proofs', ['wallet_id'], [id])) {
      const signed = await readMessagesOfWalletProofs(
        queries,
        rows.map((row) => row.id),
      )
      yield rows.map((row) => ({
        id: row.id,
        walletId: row.wallet_id,
        message: signed.get(row.id)?.message ?? '',
        signature: signed.get(row.id)?.signature ?? '',
        method: row.method,
        chainReference: row.chain_reference,
        blockNumber: row.block_number,
        blockHash: row.block_hash,
        codeHash: row.code_hash,
        verifiedAt: formatRfc3339Timestamp(row.verified_at),
        applicationId: row.application_id,
      }))
    }
  }
}

export async function* exportPersonApiTokens(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'tokens'> {
  for await (const rows of readPersonTableRowBatches(queries, 'api_tokens', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      name: row.name,
      permissions: JSON.parse(row.permissions) as string[],
      createdAt: formatRfc3339Timestamp(row.created_at),
      expiresAt: formatRfc3339Timestamp(row.expires_at),
      lastUsedAt: formatTimestampOrNull(row.last_used_at),
      revokedAt: formatTimestampOrNull(row.revoked_at),
    }))
  }
}

export async function exportPersonSavedViews(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): Promise<PersonalDataExport['savedViews']> {
  const rows = await listSavedViewsOfPerson(queries, personIds)
  return rows.map(({ id, person_id: personId, list, name, query, is_shared, created_at, changed_at }) => ({
    id,
    personId,
    list,
    name,
    query,
    shared: is_shared === 1,
    createdAt: formatRfc3339Timestamp(created_at),
    changedAt: formatRfc3339Timestamp(changed_at),
  }))
}

export async function exportPersonRecentlyOpenedItems(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): Promise<PersonalDataExport['recentItems']> {
  const rows = await listRecentlyOpenedItemsOfPeople(queries, personIds)
  return rows.map(({ person_id: personId, kind, item_id: id, opened_at }) => ({
    personId,
    kind,
    id,
    openedAt: formatRfc3339Timestamp(opened_at),
  }))
}

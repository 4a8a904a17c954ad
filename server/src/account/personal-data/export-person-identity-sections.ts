// Export sections about identity. Only listed columns are exported, never secrets (THREATS P9).
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletNamesTable, WalletAvatarsTable } from '../../platform/database/database-schema.ts'
import { listEmailAddressesOfPeople } from '../../store/email/email-store.ts'
import { listUsernamesOfPeople } from '../../store/usernames/username-store.ts'
import type {
  ExportedPersonIds,
  PersonalDataExportSectionBatches,
  PersonalDataExportSectionItem,
} from './read-person-table-row-batches.ts'
import { readPersonTableRowBatches, formatTimestampOrNull } from './read-person-table-row-batches.ts'

export async function exportPersonIdentities(
  queries: DatabaseQueryBuilder,
  ids: ExportedPersonIds,
): Promise<PersonalDataExport['mergedIdentities']> {
  if (ids.length === 0) return []
  const people = await queries
    .selectFrom('people')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '!=', 'erased')
    .orderBy('id')
    .execute()
  const pictures = await queries.selectFrom('profile_pictures').selectAll().where('person_id', 'in', ids).execute()
  return people.map((row) => {
    const picture = pictures.find(({ person_id }) => person_id === row.id)
    return {
      id: row.id,
      status: row.status as Exclude<typeof row.status, 'erased'>,
      displayName: row.display_name,
      locale: row.locale,
      picture:
        picture === undefined
          ? null
          : {
              mediaType: picture.media_type,
              content: picture.content,
              createdAt: formatRfc3339Timestamp(picture.created_at),
            },
      createdAt: formatRfc3339Timestamp(row.created_at),
      lastSeenAt: formatRfc3339Timestamp(row.last_seen_at),
    }
  })
}

export async function exportPersonUsernames(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): Promise<PersonalDataExport['usernames']> {
  const names = await listUsernamesOfPeople(queries, personIds)
  return names.map(({ person_id: personId, name, is_current, reserved_at }) => ({
    personId,
    name,
    current: is_current === 1,
    reservedAt: formatRfc3339Timestamp(reserved_at),
  }))
}

export async function exportPersonEmailAddresses(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): Promise<PersonalDataExport['emailAddresses']> {
  const rows = await listEmailAddressesOfPeople(queries, personIds)
  return rows.map(({ person_id: personId, address, verified_at }) => ({
    personId,
    address,
    verifiedAt: formatRfc3339Timestamp(verified_at),
  }))
}

export async function* exportPersonWallets(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'wallets'> {
  for await (const rows of readPersonTableRowBatches(queries, 'wallets', ['person_id'], personIds)) {
    const ids = rows.map(({ id }) => id)
    const names = await queries.selectFrom('wallet_names').selectAll().where('wallet_id', 'in', ids).execute()
    const pictures = await queries.selectFrom('wallet_avatars').selectAll().where('wallet_id', 'in', ids).execute()
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      namespace: row.namespace,
      kind: row.kind,
      chainReference: row.chain_reference,
      address: formatStoredWalletAddress(row.address),
      label: row.label,
      ...describeWalletName(
        names.find(({ wallet_id }) => wallet_id === row.id),
        pictures.find(({ wallet_id }) => wallet_id === row.id),
      ),
      primary: row.is_primary === 1,
      linkedAt: formatRfc3339Timestamp(row.linked_at),
      lastUsedAt: formatRfc3339Timestamp(row.last_used_at),
      onHoldSince: formatTimestampOrNull(row.on_hold_since),
      unlinkedAt: formatTimestampOrNull(row.unlinked_at),
    }))
  }
}

const describeWalletName = (
  named: WalletNamesTable | undefined,
  picture: WalletAvatarsTable | undefined,
): Pick<PersonalDataExportSectionItem<'wallets'>, 'name' | 'nameResolvedAt' | 'picture'> => ({
  name: named?.name ?? null,
  nameResolvedAt: formatTimestampOrNull(named?.resolved_at ?? null),
  picture:
    picture === undefined
      ? null
      : { mediaType: picture.media_type, content: picture.content, source: named?.avatar_source ?? null },
})

export async function* exportPersonPasskeys(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'passkeys'> {
  for await (const rows of readPersonTableRowBatches(queries, 'passkeys', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      credentialId: row.credential_id,
      publicKey: row.public_key,
      userHandle: row.user_handle,
      counter: row.counter,
      transports: JSON.parse(row.transports) as string[],
      deviceType: row.device_type,
      backedUp: row.backed_up === 1,
      label: row.label,
      createdAt: formatRfc3339Timestamp(row.created_at),
      lastUsedAt: formatRfc3339Timestamp(row.last_used_at),
      removedAt: formatTimestampOrNull(row.removed_at),
      trustedAt: formatTimestampOrNull(row.trusted_at),
    }))
  }
}

export async function exportPersonGroups(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): Promise<PersonalDataExport['groups']> {
  const rows = await queries
    .selectFrom('group_members')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('group_id')
    .execute()
  return rows.map(({ person_id: personId, group_id: groupId, is_member, checked_at, unreachable_since }) => ({
    personId,
    groupId,
    member: is_member === 1,
    checkedAt: checked_at === 0 ? null : formatRfc3339Timestamp(checked_at),
    unreachableSince: formatTimestampOrNull(unreachable_since),
  }))
}

export async function exportPersonRoles(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): Promise<PersonalDataExport['roles']> {
  const rows = await queries
    .selectFrom('role_assignments')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('role')
    .execute()
  return rows.map(({ person_id: personId, role, granted_at }) => ({
    personId,
    role,
    grantedAt: formatRfc3339Timestamp(granted_at),
  }))
}

export async function* exportPersonIdentityMerges(
  queries: DatabaseQueryBuilder,
  personIds: ExportedPersonIds,
): PersonalDataExportSectionBatches<'merges'> {
  for await (const rows of readPersonTableRowBatches(
    queries,
    'identity_merges',
    ['person_id', 'merged_person_id'],
    personIds,
  )) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      mergedPersonId: row.merged_person_id,
      offeredAt: formatRfc3339Timestamp(row.offered_at),
      expiresAt: formatRfc3339Timestamp(row.expires_at),
      pendingSince: formatTimestampOrNull(row.pending_since),
      effectiveAt: formatTimestampOrNull(row.effective_at),
      mergedAt: formatTimestampOrNull(row.merged_at),
      undoUntil: formatTimestampOrNull(row.undo_until),
      undoneAt: formatTimestampOrNull(row.undone_at),
    }))
  }
}

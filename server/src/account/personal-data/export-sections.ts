// What is kept of a person, table by table, as the export has it. Columns are named one by one: what is not named here (hashes of
// secrets) is not in the file (THREATS P9).
import type { PersonalDataExport } from '@countersign/api/personal-data-export'
import { listRecentItems, listSavedViewsOf } from '../../store/saved-views/saved-view-store.ts'
import { formatDisplayAddress } from '../../chains/families/chain-family-registry.ts'
import { findApplication } from '../../store/applications/application-store.ts'
import { formatTimestamp } from '../../platform/clock.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import type {
  GrantsTable,
  DatabaseSchema,
  WalletNamesTable,
  WalletPicturesTable,
} from '../../platform/database/schema.ts'
import { listEmailAddresses } from '../../store/email/email-store.ts'
import { getBrowserTrustedAt } from '../../store/sessions/trusted-browser.ts'
import { listUsernames } from '../../store/usernames/username-store.ts'
import { readSignedMessages } from '../../store/wallets/proof-store.ts'

type SectionItem<Name extends keyof PersonalDataExport> = PersonalDataExport[Name] extends readonly (infer One)[]
  ? One
  : never
type SectionBatches<Name extends keyof PersonalDataExport> = AsyncGenerator<SectionItem<Name>[], void>
type Ids = readonly string[]

const batchSize = 200
const formatTimestampOrNull = (at: number | null): string | null => (at === null ? null : formatTimestamp(at))

/** A column that names the person of a row, or their wallet. */
type PersonTable =
  | 'wallets'
  | 'passkeys'
  | 'browsers'
  | 'sessions'
  | 'grants'
  | 'authorizations'
  | 'logout_deliveries'
  | 'proofs'
  | 'merges'
  | 'api_tokens'

/** Reads the rows of a table whose column is one of these, a batch at a time. Their ids are read first: rows that come and go meanwhile
 * make none be missed or come twice. */
async function* readRowBatches<Table extends PersonTable>(
  queries: DatabaseQueries,
  table: Table,
  columns: readonly string[],
  owners: Ids,
): AsyncGenerator<DatabaseSchema[Table][], void> {
  const found = new Set<string>()
  for (const column of columns) {
    const rows = await queries
      .selectFrom(table as PersonTable)
      .select('id')
      .where(column as never, 'in', owners as never)
      .orderBy('id')
      .execute()
    for (const { id } of rows) found.add(id)
  }
  const ids = [...found]
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    yield (await queries
      .selectFrom(table as PersonTable)
      .selectAll()
      .where('id', 'in', batch)
      .orderBy('id')
      .execute()) as unknown as DatabaseSchema[Table][]
  }
}

export async function exportIdentities(
  queries: DatabaseQueries,
  ids: Ids,
): Promise<PersonalDataExport['mergedIdentities']> {
  if (ids.length === 0) return []
  const people = await queries
    .selectFrom('people')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '!=', 'erased')
    .orderBy('id')
    .execute()
  const pictures = await queries.selectFrom('pictures').selectAll().where('person_id', 'in', ids).execute()
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
          : { mediaType: picture.media_type, content: picture.content, createdAt: formatTimestamp(picture.created_at) },
      createdAt: formatTimestamp(row.created_at),
      lastSeenAt: formatTimestamp(row.last_seen_at),
    }
  })
}

/** As many at most as one person may take. */
export async function exportUsernames(
  queries: DatabaseQueries,
  personIds: Ids,
): Promise<PersonalDataExport['userNames']> {
  const names = await listUsernames(queries, personIds)
  return names.map(({ person_id: personId, name, is_current, taken_at }) => ({
    personId,
    name,
    current: is_current === 1,
    takenAt: formatTimestamp(taken_at),
  }))
}

export async function exportEmailAddresses(
  queries: DatabaseQueries,
  personIds: Ids,
): Promise<PersonalDataExport['emailAddresses']> {
  const rows = await listEmailAddresses(queries, personIds)
  return rows.map(({ person_id: personId, address, verified_at }) => ({
    personId,
    address,
    verifiedAt: formatTimestamp(verified_at),
  }))
}

export async function* exportWallets(queries: DatabaseQueries, personIds: Ids): SectionBatches<'wallets'> {
  for await (const rows of readRowBatches(queries, 'wallets', ['person_id'], personIds)) {
    const ids = rows.map(({ id }) => id)
    const names = await queries.selectFrom('wallet_names').selectAll().where('wallet_id', 'in', ids).execute()
    const pictures = await queries.selectFrom('wallet_pictures').selectAll().where('wallet_id', 'in', ids).execute()
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      namespace: row.namespace,
      kind: row.kind,
      chainReference: row.chain_reference,
      address: formatDisplayAddress(row.address),
      label: row.label,
      ...describeWalletName(
        names.find(({ wallet_id }) => wallet_id === row.id),
        pictures.find(({ wallet_id }) => wallet_id === row.id),
      ),
      primary: row.is_primary === 1,
      linkedAt: formatTimestamp(row.linked_at),
      lastUsedAt: formatTimestamp(row.last_used_at),
      heldAt: formatTimestampOrNull(row.held_at),
      unlinkedAt: formatTimestampOrNull(row.unlinked_at),
    }))
  }
}

const describeWalletName = (
  named: WalletNamesTable | undefined,
  picture: WalletPicturesTable | undefined,
): Pick<SectionItem<'wallets'>, 'name' | 'nameReadAt' | 'picture'> => ({
  name: named?.name ?? null,
  nameReadAt: formatTimestampOrNull(named?.read_at ?? null),
  picture:
    picture === undefined
      ? null
      : { mediaType: picture.media_type, content: picture.content, source: named?.picture_source ?? null },
})

export async function* exportPasskeys(queries: DatabaseQueries, personIds: Ids): SectionBatches<'passkeys'> {
  for await (const rows of readRowBatches(queries, 'passkeys', ['person_id'], personIds)) {
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
      createdAt: formatTimestamp(row.created_at),
      lastUsedAt: formatTimestamp(row.last_used_at),
      removedAt: formatTimestampOrNull(row.removed_at),
      vouchedAt: formatTimestampOrNull(row.vouched_at),
    }))
  }
}

export async function* exportBrowsers(queries: DatabaseQueries, personIds: Ids): SectionBatches<'browsers'> {
  for await (const rows of readRowBatches(queries, 'browsers', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
      firstSeenAt: formatTimestamp(row.first_seen_at),
      lastSeenAt: formatTimestamp(row.last_seen_at),
      knownAt: formatTimestampOrNull(getBrowserTrustedAt(row)),
      knownByWalletId: row.known_by_wallet_id,
      knownByPasskeyId: row.known_by_passkey_id,
      announcedAt: formatTimestampOrNull(row.announced_at),
    }))
  }
}

export async function* exportSessions(queries: DatabaseQueries, personIds: Ids): SectionBatches<'sessions'> {
  for await (const rows of readRowBatches(queries, 'sessions', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      walletId: row.wallet_id,
      proofId: row.proof_id,
      passkeyId: row.passkey_id,
      browserId: row.browser_id,
      createdAt: formatTimestamp(row.created_at),
      confirmedAt: formatTimestampOrNull(row.confirmed_at),
      contractCheckedAt: formatTimestampOrNull(row.contract_checked_at),
      contractUnreachableSince: formatTimestampOrNull(row.contract_unreachable_since),
      lastSeenAt: formatTimestamp(row.last_seen_at),
      idleExpiresAt: formatTimestamp(row.idle_expires_at),
      expiresAt: formatTimestamp(row.expires_at),
      endedAt: formatTimestampOrNull(row.ended_at),
      endReason: row.end_reason,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
    }))
  }
}

export async function* exportProofs(queries: DatabaseQueries, personIds: Ids): SectionBatches<'proofs'> {
  const wallets = await queries.selectFrom('wallets').select('id').where('person_id', 'in', personIds).execute()
  // By one wallet after the other: somebody can have unlinked more of them than a statement has room for.
  for (const { id } of wallets) {
    for await (const rows of readRowBatches(queries, 'proofs', ['wallet_id'], [id])) {
      const signed = await readSignedMessages(
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
        verifiedAt: formatTimestamp(row.verified_at),
        applicationId: row.application_id,
      }))
    }
  }
}

export async function* exportGrants(queries: DatabaseQueries, personIds: Ids): SectionBatches<'applications'> {
  for await (const rows of readRowBatches(queries, 'grants', ['person_id'], personIds)) {
    const items = []
    for (const row of rows) items.push(await describeExportedGrant(queries, row))
    yield items
  }
}

async function describeExportedGrant(queries: DatabaseQueries, row: GrantsTable): Promise<SectionItem<'applications'>> {
  const list = (scopes: string): string[] => scopes.split(' ').filter((scope) => scope !== '')
  const learned = JSON.parse(row.learned) as Record<string, { firstAt: number; lastAt: number }>
  const application = await findApplication(queries, row.application_id)
  return {
    id: row.id,
    personId: row.person_id,
    applicationId: row.application_id,
    name: application?.name ?? row.application_id,
    subject: application === undefined ? null : await findSubject(queries, row.person_id, application),
    scopes: list(row.scopes),
    withheld: list(row.withheld),
    resources: JSON.parse(row.resources) as SectionItem<'applications'>['resources'],
    walletId: row.wallet_id,
    learned: Object.entries(learned).map(([scope, { firstAt, lastAt }]) => ({
      scope,
      firstAt: formatTimestamp(firstAt),
      lastAt: formatTimestamp(lastAt),
    })),
    allowedAt: formatTimestamp(row.created_at),
    lastUsedAt: formatTimestamp(row.last_used_at),
    withdrawnAt: formatTimestampOrNull(row.withdrawn_at),
  }
}

/** The name under which an application knows a person, where it knows one (OpenID Connect Core §8). */
async function findSubject(
  queries: DatabaseQueries,
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

export async function exportSubjects(
  queries: DatabaseQueries,
  personIds: Ids,
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

/** As many at most as there are groups. */
export async function exportGroups(queries: DatabaseQueries, personIds: Ids): Promise<PersonalDataExport['groups']> {
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
    checkedAt: checked_at === 0 ? null : formatTimestamp(checked_at),
    unreachableSince: formatTimestampOrNull(unreachable_since),
  }))
}

export async function exportRoles(queries: DatabaseQueries, personIds: Ids): Promise<PersonalDataExport['roles']> {
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
    grantedAt: formatTimestamp(granted_at),
  }))
}

export async function* exportApiTokens(queries: DatabaseQueries, personIds: Ids): SectionBatches<'tokens'> {
  for await (const rows of readRowBatches(queries, 'api_tokens', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      name: row.name,
      permissions: JSON.parse(row.permissions) as string[],
      createdAt: formatTimestamp(row.created_at),
      expiresAt: formatTimestamp(row.expires_at),
      lastUsedAt: formatTimestampOrNull(row.last_used_at),
      revokedAt: formatTimestampOrNull(row.revoked_at),
    }))
  }
}

export async function exportSavedViews(
  queries: DatabaseQueries,
  personIds: Ids,
): Promise<PersonalDataExport['savedViews']> {
  const rows = await listSavedViewsOf(queries, personIds)
  return rows.map(({ id, person_id: personId, list, name, query, is_shared, created_at, changed_at }) => ({
    id,
    personId,
    list,
    name,
    query,
    shared: is_shared === 1,
    createdAt: formatTimestamp(created_at),
    changedAt: formatTimestamp(changed_at),
  }))
}

/** As many at most as are remembered. */
export async function exportRecentItems(
  queries: DatabaseQueries,
  personIds: Ids,
): Promise<PersonalDataExport['openedLast']> {
  const rows = await listRecentItems(queries, personIds)
  return rows.map(({ person_id: personId, kind, thing_id: id, opened_at }) => ({
    personId,
    kind,
    id,
    openedAt: formatTimestamp(opened_at),
  }))
}

export async function* exportAuthorizations(queries: DatabaseQueries, personIds: Ids): SectionBatches<'signedInTo'> {
  for await (const rows of readRowBatches(queries, 'authorizations', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      personId: row.person_id,
      sessionId: row.session_id,
      applicationId: row.application_id,
      sid: row.sid,
      subject: row.subject,
      proofId: row.proof_id,
      createdAt: formatTimestamp(row.created_at),
    }))
  }
}

export async function* exportLogoutDeliveries(queries: DatabaseQueries, personIds: Ids): SectionBatches<'logouts'> {
  for await (const rows of readRowBatches(queries, 'logout_deliveries', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      personId: row.person_id,
      applicationId: row.application_id,
      sid: row.sid,
      subject: row.subject,
      createdAt: formatTimestamp(row.created_at),
      settledAt: formatTimestampOrNull(row.settled_at),
      outcome: row.outcome,
    }))
  }
}

export async function* exportMerges(queries: DatabaseQueries, personIds: Ids): SectionBatches<'merges'> {
  for await (const rows of readRowBatches(queries, 'merges', ['person_id', 'merged_person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      mergedPersonId: row.merged_person_id,
      offeredAt: formatTimestamp(row.offered_at),
      expiresAt: formatTimestamp(row.expires_at),
      pendingSince: formatTimestampOrNull(row.pending_since),
      effectiveAt: formatTimestampOrNull(row.effective_at),
      mergedAt: formatTimestampOrNull(row.merged_at),
      undoUntil: formatTimestampOrNull(row.undo_until),
      undoneAt: formatTimestampOrNull(row.undone_at),
    }))
  }
}

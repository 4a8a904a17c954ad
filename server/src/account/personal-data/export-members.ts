// What is kept of a person, table by table, as the export has it. Columns are named one by one: what is not named here (hashes of
// secrets) is not in the file (THREATS P9).
import type { ExportDocument } from '@countersign/api/export'
import { listRecent, listViewsOf } from '../../store/saved-views/store.ts'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { findApplication } from '../../store/applications/store.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { GrantsTable, Schema, WalletNamesTable, WalletPicturesTable } from '../../platform/database/schema.ts'
import { listEmails } from '../../store/email/store.ts'
import { knownAt } from '../../store/sessions/known.ts'
import { listUserNames } from '../../store/usernames/store.ts'
import { readSignedOf } from '../../store/wallets/proofs.ts'

type Item<Name extends keyof ExportDocument> = ExportDocument[Name] extends readonly (infer One)[] ? One : never
type Batches<Name extends keyof ExportDocument> = AsyncGenerator<Item<Name>[], void>
type Ids = readonly string[]

const batchSize = 200
const time = formatTime
const timeOrNull = (at: number | null): string | null => (at === null ? null : formatTime(at))

/** A column that names the person of a row, or their wallet. */
type Owned =
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
async function* readRows<Table extends Owned>(
  queries: Queries,
  table: Table,
  columns: readonly string[],
  owners: Ids,
): AsyncGenerator<Schema[Table][], void> {
  const found = new Set<string>()
  for (const column of columns) {
    const rows = await queries
      .selectFrom(table as Owned)
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
      .selectFrom(table as Owned)
      .selectAll()
      .where('id', 'in', batch)
      .orderBy('id')
      .execute()) as unknown as Schema[Table][]
  }
}

export async function readIdentities(queries: Queries, ids: Ids): Promise<ExportDocument['mergedIdentities']> {
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
          : { mediaType: picture.media_type, content: picture.content, createdAt: time(picture.created_at) },
      createdAt: time(row.created_at),
      lastSeenAt: time(row.last_seen_at),
    }
  })
}

/** As many at most as one person may take. */
export async function readUserNames(queries: Queries, personIds: Ids): Promise<ExportDocument['userNames']> {
  const names = await listUserNames(queries, personIds)
  return names.map(({ person_id: personId, name, is_current, taken_at }) => ({
    personId,
    name,
    current: is_current === 1,
    takenAt: time(taken_at),
  }))
}

export async function readEmailAddresses(queries: Queries, personIds: Ids): Promise<ExportDocument['emailAddresses']> {
  const rows = await listEmails(queries, personIds)
  return rows.map(({ person_id: personId, address, verified_at }) => ({
    personId,
    address,
    verifiedAt: time(verified_at),
  }))
}

export async function* readWallets(queries: Queries, personIds: Ids): Batches<'wallets'> {
  for await (const rows of readRows(queries, 'wallets', ['person_id'], personIds)) {
    const ids = rows.map(({ id }) => id)
    const names = await queries.selectFrom('wallet_names').selectAll().where('wallet_id', 'in', ids).execute()
    const pictures = await queries.selectFrom('wallet_pictures').selectAll().where('wallet_id', 'in', ids).execute()
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      namespace: row.namespace,
      kind: row.kind,
      chainReference: row.chain_reference,
      address: shownAddress(row.address),
      label: row.label,
      ...describeName(
        names.find(({ wallet_id }) => wallet_id === row.id),
        pictures.find(({ wallet_id }) => wallet_id === row.id),
      ),
      primary: row.is_primary === 1,
      linkedAt: time(row.linked_at),
      lastUsedAt: time(row.last_used_at),
      heldAt: timeOrNull(row.held_at),
      unlinkedAt: timeOrNull(row.unlinked_at),
    }))
  }
}

const describeName = (
  named: WalletNamesTable | undefined,
  picture: WalletPicturesTable | undefined,
): Pick<Item<'wallets'>, 'name' | 'nameReadAt' | 'picture'> => ({
  name: named?.name ?? null,
  nameReadAt: timeOrNull(named?.read_at ?? null),
  picture:
    picture === undefined
      ? null
      : { mediaType: picture.media_type, content: picture.content, source: named?.picture_source ?? null },
})

export async function* readPasskeys(queries: Queries, personIds: Ids): Batches<'passkeys'> {
  for await (const rows of readRows(queries, 'passkeys', ['person_id'], personIds)) {
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
      createdAt: time(row.created_at),
      lastUsedAt: time(row.last_used_at),
      removedAt: timeOrNull(row.removed_at),
      vouchedAt: timeOrNull(row.vouched_at),
    }))
  }
}

export async function* readBrowsers(queries: Queries, personIds: Ids): Batches<'browsers'> {
  for await (const rows of readRows(queries, 'browsers', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
      firstSeenAt: time(row.first_seen_at),
      lastSeenAt: time(row.last_seen_at),
      knownAt: timeOrNull(knownAt(row)),
      knownByWalletId: row.known_by_wallet_id,
      knownByPasskeyId: row.known_by_passkey_id,
      announcedAt: timeOrNull(row.announced_at),
    }))
  }
}

export async function* readSessions(queries: Queries, personIds: Ids): Batches<'sessions'> {
  for await (const rows of readRows(queries, 'sessions', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      walletId: row.wallet_id,
      proofId: row.proof_id,
      passkeyId: row.passkey_id,
      browserId: row.browser_id,
      createdAt: time(row.created_at),
      confirmedAt: timeOrNull(row.confirmed_at),
      contractCheckedAt: timeOrNull(row.contract_checked_at),
      contractUnreachableSince: timeOrNull(row.contract_unreachable_since),
      lastSeenAt: time(row.last_seen_at),
      idleExpiresAt: time(row.idle_expires_at),
      expiresAt: time(row.expires_at),
      endedAt: timeOrNull(row.ended_at),
      endReason: row.end_reason,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
    }))
  }
}

export async function* readProofs(queries: Queries, personIds: Ids): Batches<'proofs'> {
  const wallets = await queries.selectFrom('wallets').select('id').where('person_id', 'in', personIds).execute()
  // By one wallet after the other: somebody can have unlinked more of them than a statement has room for.
  for (const { id } of wallets) {
    for await (const rows of readRows(queries, 'proofs', ['wallet_id'], [id])) {
      const signed = await readSignedOf(
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
        verifiedAt: time(row.verified_at),
        applicationId: row.application_id,
      }))
    }
  }
}

export async function* readApplications(queries: Queries, personIds: Ids): Batches<'applications'> {
  for await (const rows of readRows(queries, 'grants', ['person_id'], personIds)) {
    const items = []
    for (const row of rows) items.push(await describeGrant(queries, row))
    yield items
  }
}

async function describeGrant(queries: Queries, row: GrantsTable): Promise<Item<'applications'>> {
  const list = (scopes: string): string[] => scopes.split(' ').filter((scope) => scope !== '')
  const learned = JSON.parse(row.learned) as Record<string, { firstAt: number; lastAt: number }>
  const application = await findApplication(queries, row.application_id)
  return {
    id: row.id,
    personId: row.person_id,
    applicationId: row.application_id,
    name: application?.name ?? row.application_id,
    subject: application === undefined ? null : await subjectOf(queries, row.person_id, application),
    scopes: list(row.scopes),
    withheld: list(row.withheld),
    resources: JSON.parse(row.resources) as Item<'applications'>['resources'],
    walletId: row.wallet_id,
    learned: Object.entries(learned).map(([scope, { firstAt, lastAt }]) => ({
      scope,
      firstAt: time(firstAt),
      lastAt: time(lastAt),
    })),
    allowedAt: time(row.created_at),
    lastUsedAt: time(row.last_used_at),
    withdrawnAt: timeOrNull(row.withdrawn_at),
  }
}

/** The name under which an application knows a person, where it knows one (OpenID Connect Core §8). */
async function subjectOf(
  queries: Queries,
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

export async function readSubjects(queries: Queries, personIds: Ids): Promise<ExportDocument['subjects']> {
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
export async function readGroups(queries: Queries, personIds: Ids): Promise<ExportDocument['groups']> {
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
    checkedAt: checked_at === 0 ? null : time(checked_at),
    unreachableSince: timeOrNull(unreachable_since),
  }))
}

export async function readRoles(queries: Queries, personIds: Ids): Promise<ExportDocument['roles']> {
  const rows = await queries
    .selectFrom('role_assignments')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('role')
    .execute()
  return rows.map(({ person_id: personId, role, granted_at }) => ({ personId, role, grantedAt: time(granted_at) }))
}

export async function* readTokens(queries: Queries, personIds: Ids): Batches<'tokens'> {
  for await (const rows of readRows(queries, 'api_tokens', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      name: row.name,
      permissions: JSON.parse(row.permissions) as string[],
      createdAt: time(row.created_at),
      expiresAt: time(row.expires_at),
      lastUsedAt: timeOrNull(row.last_used_at),
      revokedAt: timeOrNull(row.revoked_at),
    }))
  }
}

export async function readSavedViews(queries: Queries, personIds: Ids): Promise<ExportDocument['savedViews']> {
  const rows = await listViewsOf(queries, personIds)
  return rows.map(({ id, person_id: personId, list, name, query, is_shared, created_at, changed_at }) => ({
    id,
    personId,
    list,
    name,
    query,
    shared: is_shared === 1,
    createdAt: time(created_at),
    changedAt: time(changed_at),
  }))
}

/** As many at most as are remembered. */
export async function readOpenedLast(queries: Queries, personIds: Ids): Promise<ExportDocument['openedLast']> {
  const rows = await listRecent(queries, personIds)
  return rows.map(({ person_id: personId, kind, thing_id: id, opened_at }) => ({
    personId,
    kind,
    id,
    openedAt: time(opened_at),
  }))
}

export async function* readAuthorizations(queries: Queries, personIds: Ids): Batches<'signedInTo'> {
  for await (const rows of readRows(queries, 'authorizations', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      personId: row.person_id,
      sessionId: row.session_id,
      applicationId: row.application_id,
      sid: row.sid,
      subject: row.subject,
      proofId: row.proof_id,
      createdAt: time(row.created_at),
    }))
  }
}

export async function* readLogouts(queries: Queries, personIds: Ids): Batches<'logouts'> {
  for await (const rows of readRows(queries, 'logout_deliveries', ['person_id'], personIds)) {
    yield rows.map((row) => ({
      personId: row.person_id,
      applicationId: row.application_id,
      sid: row.sid,
      subject: row.subject,
      createdAt: time(row.created_at),
      settledAt: timeOrNull(row.settled_at),
      outcome: row.outcome,
    }))
  }
}

export async function* readMerges(queries: Queries, personIds: Ids): Batches<'merges'> {
  for await (const rows of readRows(queries, 'merges', ['person_id', 'merged_person_id'], personIds)) {
    yield rows.map((row) => ({
      id: row.id,
      personId: row.person_id,
      mergedPersonId: row.merged_person_id,
      offeredAt: time(row.offered_at),
      expiresAt: time(row.expires_at),
      pendingSince: timeOrNull(row.pending_since),
      effectiveAt: timeOrNull(row.effective_at),
      mergedAt: timeOrNull(row.merged_at),
      undoUntil: timeOrNull(row.undo_until),
      undoneAt: timeOrNull(row.undone_at),
    }))
  }
}

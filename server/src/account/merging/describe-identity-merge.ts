import type { ApiIdentityMerge } from '@countersign/api/api-endpoints'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable, PeopleTable } from '../../platform/database/database-schema.ts'
import { parseIdentityMergeMovedRecords } from '../../store/people/identity-merge-store.ts'
import { isActiveSessionSql } from '../../store/sessions/active-session-sql-condition.ts'
import { isLinkedWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { isIdentityMergeConfirmed } from './is-identity-merge-confirmed.ts'
import { planIdentityMergeEffectsOnApplications } from './plan-identity-merge-effects-on-applications.ts'
import type { PlannedIdentityMergeApplicationEffect } from './plan-identity-merge-effects-on-applications.ts'

export interface IdentityMergeViewOptions {
  limits: Pick<ServerLimitValues, 'mergeUndoSeconds' | 'mergeWaitSeconds' | 'newBrowserNoticeDays'>
  now: number
}

export async function describeIdentityMerge(
  queries: DatabaseQueryBuilder,
  row: IdentityMergesTable,
  view: IdentityMergeViewOptions,
): Promise<ApiIdentityMerge> {
  const { limits, now } = view
  const content =
    row.merged_at === null ? await previewMerge(queries, row, now) : await describeCompletedMerge(queries, row)
  const other = await queries
    .selectFrom('people')
    .select(['id', 'created_at', 'display_name'])
    .where('id', '=', row.merged_person_id)
    .executeTakeFirst()
  const takesEffectAt =
    row.merged_at === null && other !== undefined ? await predictEffectiveTime(queries, row, other, view) : null
  return {
    id: row.id,
    state: row.merged_at !== null ? 'merged' : row.pending_since !== null ? 'pending' : 'offered',
    wallets: content.wallets.map(({ address, label }) => ({ address: formatStoredWalletAddress(address), label })),
    passkeys: content.passkeys,
    sessions: content.sessions,
    applications: content.applications.map(({ name, outcome }) => ({ name, outcome })),
    displayName: other?.display_name ?? null,
    expiresAt: formatRfc3339Timestamp(row.expires_at),
    takesEffectAt: takesEffectAt === null ? null : formatRfc3339Timestamp(takesEffectAt),
    mergedAt: row.merged_at === null ? null : formatRfc3339Timestamp(row.merged_at),
    undoUntil: formatRfc3339Timestamp(row.undo_until ?? (takesEffectAt ?? now) + limits.mergeUndoSeconds * 1000),
  }
}

/** Returns null if no waiting time applies. */
async function predictEffectiveTime(
  queries: DatabaseQueryBuilder,
  row: IdentityMergesTable,
  other: Pick<PeopleTable, 'id' | 'created_at'>,
  { limits, now }: IdentityMergeViewOptions,
): Promise<number | null> {
  if (await isIdentityMergeConfirmed(queries, row, other, { limits, now })) return null
  return row.effective_at ?? now + limits.mergeWaitSeconds * 1000
}

interface MergeContent {
  wallets: { address: string; label: string | null }[]
  passkeys: number
  sessions: number
  applications: Omit<PlannedIdentityMergeApplicationEffect, 'id'>[]
}

const selectLinkedWallets = (queries: DatabaseQueryBuilder) =>
  queries
    .selectFrom('wallets')
    .select(['address', 'label'])
    .where(isLinkedWalletSql())
    .orderBy('linked_at')
    .orderBy('id')

async function previewMerge(
  queries: DatabaseQueryBuilder,
  { person_id, merged_person_id: otherId }: IdentityMergesTable,
  now: number,
): Promise<MergeContent> {
  const passkeys = await queries
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', '=', otherId)
    .where('removed_at', 'is', null)
    .execute()
  const sessions = await queries
    .selectFrom('sessions')
    .select((expression) => expression.fn.countAll<number | string>().as('active'))
    .where('person_id', '=', otherId)
    .where(isActiveSessionSql(now))
    .executeTakeFirstOrThrow()
  return {
    wallets: await selectLinkedWallets(queries).where('person_id', '=', otherId).execute(),
    passkeys: passkeys.length,
    sessions: Number(sessions.active),
    applications: await planIdentityMergeEffectsOnApplications(queries, person_id, otherId),
  }
}

async function describeCompletedMerge(queries: DatabaseQueryBuilder, row: IdentityMergesTable): Promise<MergeContent> {
  const moved = parseIdentityMergeMovedRecords(row)
  const names = new Map(
    (await queries.selectFrom('applications').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  return {
    wallets:
      moved.wallets.length === 0 ? [] : await selectLinkedWallets(queries).where('id', 'in', moved.wallets).execute(),
    passkeys: moved.passkeys.length,
    sessions: moved.sessions,
    // Applications that were removed since the merge are omitted.
    applications: moved.applications.flatMap(({ id, outcome }) =>
      names.has(id) ? [{ name: names.get(id) ?? '', outcome }] : [],
    ),
  }
}

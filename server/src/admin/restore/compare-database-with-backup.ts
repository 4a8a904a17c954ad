// Lists the records that a restore would lose or revive.
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { countUnsequencedAuditEntries } from '../../audit-log/audit-log-sequencer.ts'
import { isLinkedWalletRow } from '../../store/wallets/linked-wallet-sql-condition.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type {
  ApplicationsTable,
  AuditLogHeadTable,
  GrantsTable,
  PasskeysTable,
  DatabaseSchema,
  WalletsTable,
  ResourcesTable,
  UsernamesTable,
} from '../../platform/database/database-schema.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'

export interface RecordCountsLostByRestore {
  lines: number
  people: number
  wallets: number
  passkeys: number
  applications: number
}

export interface RecordsRevivedByRestore {
  suspended: string[]
  erased: string[]
  wallets: WalletsTable[]
  passkeys: (Pick<PasskeysTable, 'id' | 'person_id'> & { isRemovedNow: boolean })[]
  roles: { personId: string; role: AdminRole }[]
  grants: { id: string; personId: string }[]
  applications: string[]
  /** The current definitions: the backup may contain a revoked secret or redirect URI. */
  changedApplications: ApplicationRecord[]
  changedResources: { identifier: string; now: ResourcesTable | null }[]
  /** Kept, so that no one else can claim them after a restore (THREATS P11). */
  usernames: UsernamesTable[]
  changedGroups: string[]
  tokens: string[]
  signingKeys: boolean
}

type LogHead = Pick<AuditLogHeadTable, 'sequence' | 'hash'>

export interface DatabaseBackupComparison {
  copy: LogHead
  present: LogHead
  hasSameAuditLog: boolean
  lost: RecordCountsLostByRestore
  revived: RecordsRevivedByRestore
}

const pageSize = 400

export async function compareDatabaseWithBackup(
  present: DatabaseQueryBuilder,
  copy: DatabaseQueryBuilder,
): Promise<DatabaseBackupComparison> {
  const [ofCopy, ofPresent] = [await readHead(copy), await readHead(present)]
  const line = await present
    .selectFrom('audit_events')
    .select('hash')
    .where('sequence', '=', ofCopy.sequence)
    .executeTakeFirst()
  return {
    copy: ofCopy,
    present: ofPresent,
    hasSameAuditLog: ofPresent.sequence === 0 || line?.hash === ofCopy.hash,
    lost: {
      lines: Math.max(0, (await countEvents(present)) - (await countEvents(copy))),
      people: (
        await findMissingRows(present, copy, 'people', (row) => row.status === 'active' || row.status === 'suspended')
      ).length,
      wallets: (await findMissingRows(present, copy, 'wallets', isLinkedWalletRow)).length,
      passkeys: (await findMissingRows(present, copy, 'passkeys', (row) => row.removed_at === null)).length,
      applications: (await findMissingRows(present, copy, 'applications', () => true)).length,
    },
    revived: await findRevived(present, copy),
  }
}

async function findRevived(
  present: DatabaseQueryBuilder,
  copy: DatabaseQueryBuilder,
): Promise<RecordsRevivedByRestore> {
  const people = await findChangedRows(copy, present, 'people', (row) => row.status !== 'erased')
  const erased = people.filter(({ now }) => now === undefined || now.status === 'erased').map(({ row }) => row.id)
  const others = <Row extends { row: { person_id: string } }>(rows: Row[]): Row[] =>
    rows.filter(({ row }) => !erased.includes(row.person_id))
  const wallets = await findChangedRows(copy, present, 'wallets', isLinkedWalletRow)
  const passkeys = await findChangedRows(copy, present, 'passkeys', (row) => row.removed_at === null)
  const grants = await findChangedRows(copy, present, 'grants', (row) => row.revoked_at === null)
  const applications = await findChangedRows(copy, present, 'applications', () => true)
  const tokens = await findChangedRows(copy, present, 'api_tokens', (row) => row.revoked_at === null)
  // A sign-in method moved by a merge is not counted as removed: the restore undoes the merge.
  const merged = new Set(people.filter(({ now }) => now?.status === 'merged').map(({ row }) => row.id))
  const hasLeft = (then: { person_id: string }, now: { person_id: string }): boolean =>
    then.person_id !== now.person_id && !merged.has(then.person_id)
  const rolesNow = await present.selectFrom('role_assignments').select(['person_id', 'role']).execute()
  const rolesThen = await copy.selectFrom('role_assignments').select(['person_id', 'role']).execute()
  const keysOf = async (queries: DatabaseQueryBuilder): Promise<string> =>
    JSON.stringify(await queries.selectFrom('signing_keys').select(['id', 'retires_at']).orderBy('id').execute())
  return {
    suspended: people
      .filter(({ row, now }) => row.status === 'active' && now?.status === 'suspended')
      .map(({ row }) => row.id),
    erased,
    wallets: others(wallets)
      .filter(({ row, now }) => now === undefined || !isLinkedWalletRow(now) || hasLeft(row, now))
      .map(({ row }) => row),
    passkeys: others(passkeys)
      .map(({ row, now }) => ({ row, now, isRemovedNow: now !== undefined && now.removed_at !== null }))
      .filter(({ row, now, isRemovedNow }) => now === undefined || isRemovedNow || hasLeft(row, now))
      .map(({ row, isRemovedNow }) => ({ ...row, isRemovedNow })),
    roles: rolesThen
      .filter((then) => !rolesNow.some((now) => now.person_id === then.person_id && now.role === then.role))
      .map(({ person_id, role }) => ({ personId: person_id, role })),
    grants: others(grants)
      .filter(({ row, now }) => now === undefined || now.revoked_at !== null || isGrantChanged(row, now))
      .map(({ row }) => ({ id: row.id, personId: row.person_id })),
    applications: applications
      .filter(({ row, now }) => row.enabled === 1 && (now === undefined || now.enabled === 0))
      .map(({ row }) => row.id),
    changedApplications: await findChangedApplications(present, applications),
    usernames: (await hasTable(present, 'usernames')) ? await findReservedUsernames(present, copy) : [],
    changedResources: (await hasTable(present, 'resources'))
      ? (await findChangedRows(copy, present, 'resources', () => true)).map(({ row, now }) => ({
          identifier: row.identifier,
          now: now ?? null,
        }))
      : [],
    changedGroups: (await findChangedRows(copy, present, 'groups', () => true))
      .filter(({ row, now }) => now !== undefined && now.rule !== row.rule)
      .map(({ row }) => row.name),
    tokens: tokens.filter(({ now }) => now === undefined || now.revoked_at !== null).map(({ row }) => row.id),
    signingKeys: (await keysOf(present)) !== (await keysOf(copy)),
  }
}

/** Databases of older releases have no `wallet_id`. */
const isGrantChanged = (then: GrantsTable, now: GrantsTable): boolean =>
  (['scopes', 'denied_scopes', 'resources'] as const).some((what) => then[what] !== now[what]) ||
  ('wallet_id' in now && now.wallet_id !== then.wallet_id)

const hasTable = async (present: DatabaseQueryBuilder, table: 'resources' | 'usernames'): Promise<boolean> =>
  (await present.introspection.getTables()).some(({ name }) => name === table)

async function findReservedUsernames(
  present: DatabaseQueryBuilder,
  copy: DatabaseQueryBuilder,
): Promise<UsernamesTable[]> {
  const found: UsernamesTable[] = []
  let after = ''
  for (;;) {
    const page = await present
      .selectFrom('usernames')
      .selectAll()
      .where('name_hash', '>', after)
      .orderBy('name_hash')
      .limit(pageSize)
      .execute()
    const hashes = page.map(({ name_hash }) => name_hash)
    after = hashes.at(-1) ?? ''
    if (after === '') return found
    const known = await copy.selectFrom('usernames').select('name_hash').where('name_hash', 'in', hashes).execute()
    found.push(...page.filter(({ name_hash }) => !known.some((one) => one.name_hash === name_hash)))
  }
}

async function findChangedApplications(
  present: DatabaseQueryBuilder,
  applications: readonly { row: ApplicationsTable; now: ApplicationsTable | undefined }[],
): Promise<ApplicationRecord[]> {
  const settingsOf = (row: ApplicationsTable): string =>
    JSON.stringify([row.name, row.sector, row.definition, row.secret_hash, row.previous_secret_hash])
  const ids = applications
    .filter(({ row, now }) => now !== undefined && settingsOf(row) !== settingsOf(now))
    .map(({ row }) => row.id)
  const records = await Promise.all(ids.map((id) => findApplicationById(present, id)))
  return records.filter((record) => record !== undefined)
}

type ComparedTable =
  | 'people'
  | 'wallets'
  | 'passkeys'
  | 'grants'
  | 'groups'
  | 'applications'
  | 'resources'
  | 'api_tokens'

async function findMissingRows<Table extends ComparedTable>(
  having: DatabaseQueryBuilder,
  lacking: DatabaseQueryBuilder,
  table: Table,
  counts: (row: RowOf<Table>) => boolean,
): Promise<RowOf<Table>[]> {
  return (await findChangedRows(having, lacking, table, counts))
    .filter(({ now }) => now === undefined)
    .map(({ row }) => row)
}

type RowOf<Table extends ComparedTable> = DatabaseSchema[Table]

async function findChangedRows<Table extends ComparedTable>(
  from: DatabaseQueryBuilder,
  to: DatabaseQueryBuilder,
  table: Table,
  counts: (row: RowOf<Table>) => boolean,
): Promise<{ row: RowOf<Table>; now: RowOf<Table> | undefined }[]> {
  const found: { row: RowOf<Table>; now: RowOf<Table> | undefined }[] = []
  let after = ''
  for (;;) {
    const page = await readRows(from, table, { after })
    if (page.length === 0) return found
    after = page.at(-1)?.id ?? ''
    const ids = page.map(({ id }) => id)
    const others = new Map((await readRows(to, table, { ids })).map((row) => [row.id, row]))
    for (const row of page.filter(counts)) {
      const now = others.get(row.id)
      if (JSON.stringify(now) !== JSON.stringify(row)) found.push({ row, now })
    }
  }
}

function readRows<Table extends ComparedTable>(
  queries: DatabaseQueryBuilder,
  table: Table,
  which: { after: string } | { ids: readonly string[] },
): Promise<RowOf<Table>[]> {
  // Every table has a text ID, but the query builder cannot infer it.
  const all = queries.selectFrom(table as 'people').selectAll()
  const chosen = 'ids' in which ? all.where('id', 'in', which.ids) : all.where('id', '>', which.after).limit(pageSize)
  return chosen.orderBy('id').execute() as unknown as Promise<RowOf<Table>[]>
}

const countEvents = async (queries: DatabaseQueryBuilder): Promise<number> =>
  (await readHead(queries)).sequence + (await countUnsequencedAuditEntries(queries))

const readHead = (queries: DatabaseQueryBuilder): Promise<LogHead> =>
  queries.selectFrom('audit_log_head').select(['sequence', 'hash']).executeTakeFirstOrThrow()

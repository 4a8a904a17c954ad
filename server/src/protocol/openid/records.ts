// The SQL of the provider's records. Values that an application or browser holds are stored as hashes only. A record counts
// only while everything it hangs on does: its session is active, its person is not suspended, its application enabled;
// that is looked up at every use, so that ending one of them works at once, on every instance (THREATS P4, O2).
import { readAllowance } from '../grants/store.ts'
import type { Allowance } from '../grants/store.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { AuthorizationsTable, PeopleTable, ProviderRecordsTable } from '../../platform/database/schema.ts'
import { hashSecret } from '../../platform/secret.ts'

/** The provider's own fields of a record. */
export type Payload = Readonly<Record<string, unknown>> & {
  jti?: string
  grantId?: string | undefined
  clientId?: string | undefined
  accountId?: string
  scope?: string
  userCode?: string
  /** The pushed request that an interaction began with. */
  parJti?: string
  params?: { client_id?: string }
}

/** A record to keep. */
export interface NewRecord {
  kind: string
  id: string
  payload: Payload
  browserHash: string | null
  now: number
  expiresAt: number
}

type RecordValues = [
  kind: string,
  idHash: string,
  authorizationId: string | null,
  applicationId: string | null,
  personId: string | null,
  userCodeHash: string | null,
  browserHash: string | null,
  payload: string,
  now: number,
  expiresAt: number,
]

const upsert = prepare(
  (
    queries,
    ...[
      kind,
      id_hash,
      authorization_id,
      application_id,
      person_id,
      user_code_hash,
      browser_hash,
      payload,
      created_at,
      expires_at,
    ]: RecordValues
  ) =>
    queries
      .insertInto('provider_records')
      .values({
        kind,
        id_hash,
        authorization_id,
        application_id,
        person_id,
        user_code_hash,
        browser_hash,
        payload,
        created_at,
        expires_at,
        consumed_at: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id_hash']).doUpdateSet({ authorization_id, person_id, payload, expires_at }),
      ),
)

/** Stores a record, or its new state. */
export async function saveRecord(
  transaction: Transaction,
  { kind, id, payload, browserHash, now, expiresAt }: NewRecord,
): Promise<void> {
  const { grantId, clientId, params, accountId, userCode } = payload
  const userCodeHash = userCode === undefined ? null : hashSecret(userCode)
  const applicationId = clientId ?? params?.client_id ?? null
  const text = withoutSecrets(payload)
  await upsert(
    transaction,
    kind,
    hashSecret(id),
    grantId ?? null,
    applicationId,
    accountId ?? null,
    userCodeHash,
    browserHash,
    text,
    now,
    expiresAt,
  )
}

/** The stored form: without the value that the record is found by, nor the code that a device shows. */
function withoutSecrets(payload: Payload): string {
  return JSON.stringify({ ...payload, jti: undefined, userCode: undefined })
}

/**
 * Stores a record that must be new.
 * @returns whether it was; of any number of attempts at once, one is told so
 */
export async function insertOnce(transaction: Transaction, record: Omit<NewRecord, 'browserHash'>): Promise<boolean> {
  const inserted = await transaction
    .insertInto('provider_records')
    .values({
      kind: record.kind,
      id_hash: hashSecret(record.id),
      authorization_id: null,
      application_id: null,
      person_id: null,
      user_code_hash: null,
      browser_hash: null,
      payload: withoutSecrets(record.payload),
      created_at: record.now,
      expires_at: record.expiresAt,
      consumed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doNothing())
    .returning('id_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

/** What a code or token stands on beside its session: who gave it, what they allow now, and by which name the application knows them. */
export interface Ground {
  authorization: Pick<AuthorizationsTable, 'id' | 'person_id' | 'application_id' | 'created_at'>
  person: ShownPerson
  /** Null where the person has withdrawn it. */
  grant: Allowance | null
  subject: string | null
}

/** A person as far as an application can be told of them. */
export type ShownPerson = Pick<PeopleTable, 'id' | 'display_name' | 'picture_url' | 'locale'>

/** A record that counts, with the session that it now hangs on. */
export type FoundRecord = Pick<
  ProviderRecordsTable,
  'kind' | 'payload' | 'consumed_at' | 'created_at' | 'expires_at' | 'person_id' | 'application_id'
> & {
  session_id: string | null
  /** Null for what belongs to nobody. */
  ground: Ground | null
}

/** One statement for all that a record hangs on, so that what was looked at is of one moment. */
const countingRecords = (queries: Queries, idHash: string, now: number) =>
  queries
    .selectFrom('provider_records as record')
    .leftJoin('authorizations as authorization', 'authorization.id', 'record.authorization_id')
    .leftJoin('sessions as session', 'session.id', 'authorization.session_id')
    .leftJoin('people as person', 'person.id', 'authorization.person_id')
    .leftJoin('applications as application', 'application.id', 'record.application_id')
    .leftJoin('grants', (join) =>
      join
        .onRef('grants.person_id', '=', 'authorization.person_id')
        .onRef('grants.application_id', '=', 'authorization.application_id')
        .on('grants.withdrawn_at', 'is', null),
    )
    .leftJoin('subjects', (join) =>
      join
        .onRef('subjects.person_id', '=', 'authorization.person_id')
        .onRef('subjects.sector', '=', 'application.sector'),
    )
    .select([
      'record.kind',
      'record.payload',
      'record.consumed_at',
      'record.created_at',
      'record.expires_at',
      'record.person_id',
      'record.application_id',
      'authorization.session_id',
    ])
    .select([
      'authorization.id as authorization_id',
      'authorization.person_id as owner_id',
      'authorization.application_id as given_to',
      'authorization.created_at as given_at',
    ])
    .select([
      'person.display_name',
      'person.picture_url',
      'person.locale',
      'grants.scopes',
      'grants.withheld',
      'grants.resources',
      'subjects.subject',
    ])
    .where('record.id_hash', '=', idHash)
    .where((expression) =>
      expression.or([
        expression('record.authorization_id', 'is', null),
        expression.and([
          expression('session.ended_at', 'is', null),
          expression('session.idle_expires_at', '>', now),
          expression('session.expires_at', '>', now),
          expression('person.status', '=', 'active'),
        ]),
      ]),
    )
    .where((expression) =>
      expression.or([expression('record.application_id', 'is', null), expression('application.enabled', '=', 1)]),
    )

const select = prepare((queries, kind: string, idHash: string, now: number) =>
  countingRecords(queries, idHash, now).where('record.kind', '=', kind),
)

type CountingRow = Awaited<ReturnType<typeof select>>[number]

function readRow(row: CountingRow): FoundRecord {
  const { kind, payload, consumed_at, created_at, expires_at, person_id, application_id, session_id } = row
  return {
    kind,
    payload,
    consumed_at,
    created_at,
    expires_at,
    person_id,
    application_id,
    session_id,
    ground: readGround(row),
  }
}

function readGround({
  authorization_id,
  owner_id,
  given_to,
  given_at,
  scopes,
  withheld,
  resources,
  subject,
  ...shown
}: CountingRow): Ground | null {
  if (authorization_id === null || owner_id === null || given_to === null || given_at === null) return null
  const { display_name, picture_url, locale } = shown
  return {
    authorization: { id: authorization_id, person_id: owner_id, application_id: given_to, created_at: given_at },
    person: { id: owner_id, display_name, picture_url, locale },
    grant:
      scopes === null || withheld === null || resources === null
        ? null
        : readAllowance({ scopes, withheld, resources }),
    subject,
  }
}

export async function findRecord(
  queries: Queries,
  kind: string,
  id: string,
  now: number,
): Promise<FoundRecord | undefined> {
  const [row] = await select(queries, kind, hashSecret(id), now)
  return row && readRow(row)
}

/** What an application can ask about without saying which it is (RFC 7662 §2.1). */
export const tokenKinds = ['AccessToken', 'ClientCredentials', 'RefreshToken'] as const

const selectToken = prepare((queries, idHash: string, now: number) =>
  countingRecords(queries, idHash, now).where('record.kind', 'in', tokenKinds),
)

/** The token with this id, of whichever kind. */
export async function findToken(queries: Queries, id: string, now: number): Promise<FoundRecord | undefined> {
  const [row] = await selectToken(queries, hashSecret(id), now)
  return row && readRow(row)
}

const spend = prepare((queries, kind: string, idHash: string, now: number) =>
  queries
    .updateTable('provider_records')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .returning('authorization_id'),
)

/**
 * Spends a record: of any number of attempts at once, on any number of instances, one succeeds (THREATS O1, O2).
 * @returns the authorization it belongs to, or undefined where this attempt is not the one
 */
export async function consumeRecord(
  transaction: Transaction,
  kind: string,
  id: string,
  now: number,
): Promise<Pick<ProviderRecordsTable, 'authorization_id'> | undefined> {
  const [spent] = await spend(transaction, kind, hashSecret(id), now)
  return spent
}

/** Keeps a record from being swept until then; how long it counts is not changed by that. */
export async function keepRecord(transaction: Transaction, kind: string, id: string, until: number): Promise<void> {
  await transaction
    .updateTable('provider_records')
    .set({ expires_at: until })
    .where('kind', '=', kind)
    .where('id_hash', '=', hashSecret(id))
    .where('expires_at', '<', until)
    .execute()
}

const remove = prepare((queries, kind: string, idHash: string) =>
  queries.deleteFrom('provider_records').where('kind', '=', kind).where('id_hash', '=', idHash).returning('id_hash'),
)

/** @returns whether it was there */
export async function removeRecord(transaction: Transaction, kind: string, id: string): Promise<boolean> {
  const [removed] = await remove(transaction, kind, hashSecret(id))
  return removed !== undefined
}

/** The authorization, person and application that a record belongs to, whether it still counts or not. */
export async function ownerOfRecord(
  queries: Queries,
  kind: string,
  id: string,
): Promise<Pick<ProviderRecordsTable, 'authorization_id' | 'person_id' | 'application_id'> | undefined> {
  return queries
    .selectFrom('provider_records')
    .select(['authorization_id', 'person_id', 'application_id'])
    .where('kind', '=', kind)
    .where('id_hash', '=', hashSecret(id))
    .executeTakeFirst()
}

/** A family, or the one that a record belongs to. */
export type FamilyChoice = { authorizationId: string } | { kind: string; id: string }

/**
 * Holds a family until the transaction ends. Everybody takes the session first, then the authorization, then its records,
 * as those do that end a session: otherwise two would wait for each other, and the database would break one of them off.
 */
export async function holdFamily(transaction: Transaction, family: FamilyChoice): Promise<void> {
  const authorizationId =
    'authorizationId' in family
      ? family.authorizationId
      : (await ownerOfRecord(transaction, family.kind, family.id))?.authorization_id
  if (authorizationId == null) return
  const session = transaction.selectFrom('authorizations').select('session_id').where('id', '=', authorizationId)
  await transaction.selectFrom('sessions').select('id').where('id', '=', session).forUpdate().execute()
  await transaction.selectFrom('authorizations').select('id').where('id', '=', authorizationId).forUpdate().execute()
}

/** Ends every code and token of an authorization: its family. */
export async function removeFamily(transaction: Transaction, authorizationId: string): Promise<void> {
  await transaction.deleteFrom('provider_records').where('authorization_id', '=', authorizationId).execute()
}

/** Codes are refused as "expired" for a while before they are forgotten. */
const keptAfterExpiryMs = 60_000
const sweepBatch = 1000

/**
 * Removes a batch of records that ran out.
 * @returns how many were removed
 */
export async function sweepRecords(queries: Queries, now: number): Promise<number> {
  const expired = queries
    .selectFrom('provider_records')
    .select(['kind', 'id_hash'])
    .where('expires_at', '<', now - keptAfterExpiryMs)
    .limit(sweepBatch)
  const rows = await expired.execute()
  if (rows.length === 0) return 0
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    await queries
      .deleteFrom('provider_records')
      .where('kind', '=', kind)
      .where(
        'id_hash',
        'in',
        ofKind.map((row) => row.id_hash),
      )
      .where('expires_at', '<', now - keptAfterExpiryMs)
      .execute()
  }
  return rows.length
}

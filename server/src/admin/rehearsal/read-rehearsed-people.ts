// Reads what is stored about a batch of people and is needed to evaluate rules and policies.
import type { GroupRuleWallet } from '../../groups/membership/group-wallet-list-entry-notation.ts'
import {
  listStoredGroupVerdicts,
  maxPeoplePerVerdictQuery,
} from '../../groups/membership/list-stored-group-verdicts.ts'
import type { StoredGroupVerdict } from '../../groups/membership/list-stored-group-verdicts.ts'
import { prepareSqlListQuery } from '../../platform/database/prepare-sql-list-query.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'
import { isActivePersonSql } from '../../store/people/active-person-sql-condition.ts'
import { isSignInWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import type { SessionSignInCredential } from '../../store/applications/sign-in-methods-accepted-by-application.ts'

export interface RehearsedPerson {
  id: string
  wallets: readonly GroupRuleWallet[]
  hasPasskey: boolean
  /** The credential of the newest session in the window, if it was read and the person still has it. */
  lastCredential: SessionSignInCredential | null
  verdicts: ReadonlyMap<string, StoredGroupVerdict> | undefined
}

export type PersonCredentials = Pick<RehearsedPerson, 'wallets' | 'hasPasskey'>

export interface RehearsedPeopleOptions {
  /** The application that the people used; null for everyone who signed in. */
  applicationId: string | null
  /** In milliseconds since 1970. */
  since: number
  groupIds: readonly string[]
  needsNames: boolean
  needsPasskeys: boolean
  /** Whether the last credential decides, which is costly to read. */
  needsLastCredential: (credentials: PersonCredentials) => boolean
}

/** Few enough for the event loop, because SQLite blocks it. */
export const rehearsedBatchSize = maxPeoplePerVerdictQuery

/**
 * @param ids at least one, and at most `rehearsedBatchSize`
 * @returns the people without their last credentials
 */
export async function readRehearsedPeople(
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
  { applicationId, since, groupIds, needsNames, needsPasskeys }: RehearsedPeopleOptions,
): Promise<RehearsedPerson[]> {
  const [included, walletsOf, names, passkeys, verdicts] = await Promise.all([
    // Users of an application may have been suspended since.
    applicationId === null ? selectSignedInPeople(queries, ids, since) : selectActivePeople(queries, ids),
    mapWallets(queries, ids),
    needsNames ? mapWalletNames(queries, ids) : null,
    needsPasskeys ? selectPasskeyOwners(queries, ids) : [],
    listStoredGroupVerdicts(queries, ids, groupIds),
  ])
  const includedIds = new Set(included.map(({ person_id }) => person_id))
  const passkeyOwners = new Set(passkeys.map(({ person_id }) => person_id))
  return ids
    .filter((id) => includedIds.has(id))
    .map((id) => ({
      id,
      wallets: addNames(walletsOf.get(id) ?? [], names),
      hasPasskey: passkeyOwners.has(id),
      lastCredential: null,
      verdicts: verdicts.get(id),
    }))
}

/** Adds the credentials to the people, who must be part of one batch. */
export async function addLastCredentials(
  queries: DatabaseQueryBuilder,
  people: readonly RehearsedPerson[],
  since: number,
): Promise<void> {
  if (people.length === 0) return
  const sessions = await mapLastSessions(
    queries,
    people.map(({ id }) => id),
    since,
  )
  for (const person of people) person.lastCredential = getLastCredential(sessions.get(person.id), person)
}

const selectSignedInPeople = prepareSqlListQuery((queries, isInList, since: number) =>
  queries
    .selectFrom('sessions')
    .select('person_id')
    .distinct()
    .where(isInList('person_id'))
    .where('created_at', '>=', since),
)

const selectActivePeople = prepareSqlListQuery((queries, isInList) =>
  queries.selectFrom('people').select('id as person_id').where(isInList('id')).where(isActivePersonSql()),
)

const selectPasskeyOwners = prepareSqlListQuery((queries, isInList) =>
  queries.selectFrom('passkeys').select('person_id').where(isInList('person_id')).where('removed_at', 'is', null),
)

type LastSession = Pick<SessionsTable, 'person_id' | 'wallet_id' | 'passkey_id'>

const selectLastSessionIds = prepareSqlListQuery((queries, isInList, since: number) =>
  queries
    .selectFrom('people')
    .select((expression) =>
      expression
        .selectFrom('sessions')
        .select('sessions.id')
        .whereRef('sessions.person_id', '=', 'people.id')
        .where('sessions.created_at', '>=', since)
        .orderBy('sessions.created_at', 'desc')
        .limit(1)
        .as('session_id'),
    )
    .where(isInList('people.id')),
)

const selectSessions = prepareSqlListQuery((queries, isInList) =>
  queries.selectFrom('sessions').select(['person_id', 'wallet_id', 'passkey_id']).where(isInList('id')),
)

/** Two queries, because PostgreSQL reads all sessions for a join of them. */
async function mapLastSessions(
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, LastSession>> {
  const found = (await selectLastSessionIds(queries, ids, since)).flatMap(({ session_id }) => session_id ?? [])
  const sessions = found.length === 0 ? [] : await selectSessions(queries, found)
  return new Map(sessions.map((row) => [row.person_id, row]))
}

function getLastCredential(
  session: LastSession | undefined,
  { wallets, hasPasskey }: PersonCredentials,
): SessionSignInCredential | null {
  if (session === undefined) return null
  const { passkey_id } = session
  if (passkey_id !== null) return hasPasskey ? { passkey_id, namespace: null, chain_reference: null } : null
  const wallet = wallets.find(({ id }) => id === session.wallet_id)
  return wallet === undefined
    ? null
    : { passkey_id, namespace: wallet.namespace, chain_reference: wallet.chainReference }
}

const selectWallets = prepareSqlListQuery((queries, isInList) =>
  queries
    .selectFrom('wallets')
    .select(['id', 'person_id', 'namespace', 'kind', 'chain_reference', 'address'])
    .where(isInList('person_id'))
    .where(isSignInWalletSql()),
)

/** Contract wallets need no proof here: a wallet that changed hands is on hold (THREATS S12). */
async function mapWallets(
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
): Promise<Map<string, GroupRuleWallet[]>> {
  const wallets = new Map<string, GroupRuleWallet[]>()
  for (const row of await selectWallets(queries, ids)) {
    const { id, person_id, namespace, kind, chain_reference: chainReference, address } = row
    const ofPerson = wallets.get(person_id) ?? []
    // Only Ethereum wallets have ENS names.
    const nameResolvedAt = namespace === 'eip155' ? null : Number.MAX_SAFE_INTEGER
    ofPerson.push({ id, namespace, kind, chainReference, address, name: null, nameResolvedAt, proof: null })
    wallets.set(person_id, ofPerson)
  }
  return wallets
}

type ReadName = Pick<GroupRuleWallet, 'name' | 'nameResolvedAt'>

const selectWalletNames = prepareSqlListQuery((queries, isInList) =>
  queries
    .selectFrom('wallets')
    .innerJoin('wallet_names', 'wallet_names.wallet_id', 'wallets.id')
    .select(['wallets.id', 'wallet_names.name', 'wallet_names.resolved_at'])
    .where(isInList('wallets.person_id'))
    .where('wallet_names.resolved_at', 'is not', null),
)

const mapWalletNames = async (
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadName>> =>
  new Map(
    (await selectWalletNames(queries, ids)).map(({ id, name, resolved_at: nameResolvedAt }) => [
      id,
      { name, nameResolvedAt },
    ]),
  )

const addNames = (
  wallets: readonly GroupRuleWallet[],
  names: ReadonlyMap<string, ReadName> | null,
): readonly GroupRuleWallet[] =>
  names === null ? wallets : wallets.map((wallet) => ({ ...wallet, ...names.get(wallet.id) }))

// Every wallet that somebody ever had here: linked, held or unlinked, of identities that were merged into theirs, and of identities that had one of
// their keys before. Who bars a wallet by "none of" means whoever had it, and not whoever brings it today (decision 0044).
import { chainNamespaces } from '@countersign/message/message-layout'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { GroupRuleWalletIdentity } from './group-wallet-list-entry-notation.ts'

/** Each of them took proofs to make; nobody has as many. */
const maxIdentities = 1000

/** @returns those of each of these people */
export async function listEverLinkedWallets(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
): Promise<Map<string, readonly GroupRuleWalletIdentity[]>> {
  const had = new Map<string, readonly GroupRuleWalletIdentity[]>()
  for (const personId of personIds) had.set(personId, await listWalletsOfPerson(queries, personId))
  return had
}

async function listWalletsOfPerson(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<readonly GroupRuleWalletIdentity[]> {
  const had: GroupRuleWalletIdentity[] = []
  const people = new Set<string>()
  for (let found = [personId]; found.length > 0 && people.size < maxIdentities;) {
    for (const id of found) people.add(id)
    const wallets = await queries
      .selectFrom('wallets')
      .select(['namespace', 'kind', 'chain_reference', 'address'])
      .where('person_id', 'in', found)
      .execute()
    had.push(
      ...wallets.map(({ namespace, kind, chain_reference, address }) => ({
        namespace,
        kind,
        chainReference: chain_reference,
        address,
      })),
    )
    const keys = wallets.filter(({ kind }) => kind === 'key').map(({ address }) => address)
    const others = [...(await listMergedIdentities(queries, found)), ...(await listPeopleWithKeys(queries, keys))]
    found = [...new Set(others)].filter((id) => !people.has(id))
  }
  return had
}

/** Identities that are one with these; of those that were separated again, each is itself. */
async function listMergedIdentities(queries: DatabaseQueryBuilder, personIds: readonly string[]): Promise<string[]> {
  const merges = queries
    .selectFrom('identity_merges')
    .select(['person_id', 'merged_person_id'])
    .where('merged_at', 'is not', null)
    .where('undone_at', 'is', null)
  const rows = [
    ...(await merges.where('person_id', 'in', personIds).execute()),
    ...(await merges.where('merged_person_id', 'in', personIds).execute()),
  ]
  return rows.flatMap(({ person_id, merged_person_id }) => [person_id, merged_person_id])
}

/** Whoever unlinks a key and begins anew with it is the same still. A contract can have been sold, and says nothing of that. */
async function listPeopleWithKeys(queries: DatabaseQueryBuilder, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await queries
    .selectFrom('wallets')
    .select('person_id')
    .where('address', 'in', addresses)
    .where('namespace', 'in', [...chainNamespaces])
    .where('kind', '=', 'key')
    .execute()
  return rows.map(({ person_id }) => person_id)
}

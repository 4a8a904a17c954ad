// Includes the wallets of identities merged into a person (decision 0044).
import { chainNamespaces } from '@countersign/message/message-layout'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { GroupRuleWalletIdentity } from './group-wallet-list-entry-notation.ts'

/** A safety limit: no one has this many identities, because each needs a signed proof. */
const maxIdentities = 1000

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

export async function listMergedIdentities(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
): Promise<string[]> {
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

/** Finds other identities with the same key; contract wallets may have been sold. */
export async function listPeopleWithKeys(
  queries: DatabaseQueryBuilder,
  addresses: readonly string[],
): Promise<string[]> {
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

// Evaluates wallet lists with one lookup per wallet, because a list can have thousands of entries.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { chainNamespaces } from '@countersign/message/message-layout'
import { listMergedIdentities, listPeopleWithKeys } from '../../groups/membership/list-ever-linked-wallets.ts'
import { listWalletNotations } from '../../groups/membership/group-wallet-list-entry-notation.ts'
import type { GroupRuleWallet } from '../../groups/membership/group-wallet-list-entry-notation.ts'
import type { GroupRuleOutcome } from '../../groups/membership/group-rule-evaluation.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

/** @returns undefined if the part is not a wallet list */
export type EvaluateWalletList = (
  part: GroupRule,
  person: { id: string; wallets: readonly GroupRuleWallet[] },
) => GroupRuleOutcome | undefined

interface WalletLookupContext {
  queries: DatabaseQueryBuilder
  /** Ends the lookups between two chunks; then the result is incomplete. */
  signal: AbortSignal
}

const chunkSize = 500

export async function createWalletListEvaluator(
  context: WalletLookupContext,
  rules: readonly GroupRule[],
): Promise<EvaluateWalletList> {
  const listed = new Map<GroupRule, Set<string>>()
  const excluded = new Map<GroupRule, Set<string>>()
  for (const part of rules.flatMap(listWalletLists)) {
    if ('none' in part) {
      const entries = new Set(part.none.flatMap(({ wallets }) => wallets))
      excluded.set(part, await listPeopleWhoEverHadWallets(context, entries))
    } else listed.set(part, new Set(part.wallets))
  }
  return (part, { id, wallets }) => {
    const barred = excluded.get(part)
    if (barred !== undefined) return barred.has(id) ? 'not-met' : 'met'
    const entries = listed.get(part)
    if (entries === undefined) return undefined
    return wallets.some((wallet) => listWalletNotations(wallet).some((name) => entries.has(name))) ? 'met' : 'not-met'
  }
}

type WalletListPart = Extract<GroupRule, { none: unknown } | { type: 'wallets' }>

function listWalletLists(rule: GroupRule): WalletListPart[] {
  if ('all' in rule) return rule.all.flatMap(listWalletLists)
  if ('any' in rule) return rule.any.flatMap(listWalletLists)
  return 'none' in rule || rule.type === 'wallets' ? [rule] : []
}

/** The reverse of `listEverLinkedWallets`, which would need several queries per person. */
async function listPeopleWhoEverHadWallets(
  { queries, signal }: WalletLookupContext,
  entries: ReadonlySet<string>,
): Promise<Set<string>> {
  const people = new Set<string>()
  const addresses = [...new Set([...entries].map((entry) => entry.slice(entry.lastIndexOf(':') + 1)))]
  let found: string[] = []
  for await (const chunk of takeTurns(addresses, signal)) {
    const rows = await queries
      .selectFrom('wallets')
      .select(['person_id', 'namespace', 'kind', 'chain_reference', 'address'])
      .where('address', 'in', chunk)
      .where('namespace', 'in', [...chainNamespaces])
      .execute()
    for (const { person_id, namespace, kind, chain_reference: chainReference, address } of rows)
      if (listWalletNotations({ namespace, kind, chainReference, address }).some((name) => entries.has(name)))
        found.push(person_id)
  }
  while (found.length > 0) {
    for (const id of found) people.add(id)
    const others: string[] = []
    for await (const chunk of takeTurns(found, signal)) {
      others.push(...(await listMergedIdentities(queries, chunk)))
      others.push(...(await listPeopleWithKeys(queries, await listKeysOfPeople(queries, chunk))))
    }
    found = [...new Set(others)].filter((id) => !people.has(id))
  }
  return people
}

async function listKeysOfPeople(queries: DatabaseQueryBuilder, personIds: readonly string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('wallets')
    .select('address')
    .where('person_id', 'in', personIds)
    .where('kind', '=', 'key')
    .execute()
  return rows.map(({ address }) => address)
}

/** Between chunks, the event loop gets a turn, because SQLite blocks it (THREATS O39). */
async function* takeTurns<Item>(items: readonly Item[], signal: AbortSignal): AsyncGenerator<Item[]> {
  for (let from = 0; from < items.length && !signal.aborted; from += chunkSize) {
    yield items.slice(from, from + chunkSize)
    await yieldToEventLoop()
  }
}

// Why somebody does or does not belong to a group, or an address would or would not meet a rule, part by part, read now. Nothing is written down.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { describePart, describeWhy } from '../../groups/membership/describe-rule.ts'
import { evaluate } from '../../groups/membership/evaluate.ts'
import { namesSince } from '../../groups/membership/freshness.ts'
import { holderOf, listHolders } from '../../groups/membership/holders.ts'
import { tryRuleFor } from '../../groups/membership/try-rule.ts'
import { readListedWallet } from '../../groups/membership/wallet-list.ts'
import type { Outcome, Verdict } from '../../groups/membership/verdict.ts'
import type { App } from '../../platform/call.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { readAccount } from '../../store/wallets/store.ts'
import { isWayIn } from '../../store/wallets/linked.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireGroup } from './groups.ts'
import { namePeople } from './name-people.ts'
import { readWholeRule } from './read-whole-rule.ts'

type World = Pick<App, 'database' | 'chains' | 'settings' | 'clock'>

/**
 * Why a person does or does not belong to a group.
 * @param who the id of a person, or the address of a wallet
 * @throws Refusal `group.not_found`, `person.not_found`
 */
export async function explainMembership(
  world: World,
  groupId: string,
  who: string,
): Promise<AdminAnswer<'explainMembership'>> {
  const { queries } = world.database
  const { rule } = await requireGroup(queries, groupId)
  const personId = await findPersonId(queries, who.trim())
  if (personId === undefined) throw new Refusal('person.not_found')
  const holder = holderOf(await listHolders(queries, [personId], [rule]), personId)
  const [verdict] = await evaluate(world.chains, [{ rule, ...holder }], {
    namesSince: namesSince(world.settings.limits, world.clock()),
    everyPart: true,
  })
  if (verdict === undefined) throw new Error('One rule was asked, and none was answered')
  return { person: (await namePeople(queries, [personId]))(personId), ...explainVerdict(world, verdict) }
}

/**
 * Whether an address would meet a rule that need not be stored anywhere. Of its person nothing is looked at: whoever may read groups alone learns
 * nothing of anybody by this (THREATS P8).
 * @throws Refusal `rule.chain_unavailable`, `request.invalid`
 */
export async function tryRule(world: World, input: unknown, address: string): Promise<AdminAnswer<'tryRule'>> {
  const read = await readWholeRule(input, world.chains)
  if (read.faults !== null) return { outcome: null, faults: read.faults, parts: [] }
  const account = readListedWallet(address.trim())
  if (account === null)
    throw new Refusal('request.invalid', { place: { field: 'address' }, privateDetail: 'no address' })
  return { faults: [], ...explainVerdict(world, await tryRuleFor(world.chains, read.rule, account, world.clock())) }
}

const outcomes = { holds: 'member', not: 'not-member', unknown: 'unknown' } as const

const explainVerdict = (
  { settings }: World,
  verdict: Verdict,
): Pick<AdminAnswer<'explainMembership'>, 'outcome' | 'parts'> => ({
  outcome: outcomes[verdict.outcome],
  parts: explainParts(verdict, '', settings.chains),
})

/** Of an address that is a contract of different people on several chains, nobody is meant until the chain is said (THREATS S4). */
async function findPersonId(queries: Queries, who: string): Promise<string | undefined> {
  const account = readAccount(who)
  if (account === null)
    return (
      await queries
        .selectFrom('people')
        .select('id')
        .where('id', '=', who)
        .where('status', 'in', ['active', 'suspended'])
        .executeTakeFirst()
    )?.id
  const rows = await queries
    .selectFrom('wallets')
    .select(['person_id', 'kind', 'chain_reference'])
    .where('namespace', '=', account.namespace)
    .where('address', '=', account.address)
    .where(isWayIn())
    .execute()
  const meant = rows.filter(
    ({ kind, chain_reference }) =>
      account.kind === 'key' || kind === 'key' || chain_reference === account.chainReference,
  )
  const owners = new Set(meant.map(({ person_id }) => person_id))
  return owners.size === 1 ? meant[0]?.person_id : undefined
}

const holds: Readonly<Record<Outcome, 'yes' | 'no' | 'unknown'>> = { holds: 'yes', not: 'no', unknown: 'unknown' }

/** Every part of the rule by its place in it, the whole first. */
function explainParts(
  verdict: Verdict,
  path: string,
  chains: readonly ChainSettings[],
): AdminAnswer<'explainMembership'>['parts'] {
  const { rule, outcome, block, reason, parts } = verdict
  const [about, why] = [describePart(rule, chains), describeWhy(verdict)]
  const joint = 'all' in rule ? 'all' : 'any'
  const within = parts.flatMap((part, index) =>
    explainParts(part, `${path === '' ? '' : `${path}.`}${joint}[${index}]`, chains),
  )
  return [
    {
      path,
      holds: holds[outcome],
      sentence: why === null ? about : `${about}: ${why}`,
      reason: outcome === 'holds' ? null : reason,
      block: block === null ? null : String(block.number),
    },
    ...within,
  ]
}

// Who would belong to a group by a rule, and why somebody does or does not. A chain is asked for many people at once, for so many and so
// long at most, so that no rule keeps this server or the node of a chain busy.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { toChecksumAddress } from '@countersign/message'
import { outsideFaults } from '../../chain/groups/check-outside.ts'
import { evaluate } from '../../chain/groups/evaluate.ts'
import { namesSince } from '../../chain/groups/freshness.ts'
import { listHeldWallets } from '../../chain/groups/held-wallets.ts'
import { describeCondition } from '../../chain/groups/rule-verdict.ts'
import type { Outcome, Verdict } from '../../chain/groups/rule-verdict.ts'
import { readRule } from '../../chain/groups/rule.ts'
import type { App } from '../../platform/call.ts'
import { isActive } from '../../identity/people/active.ts'
import { isWayIn } from '../../identity/wallets/linked.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireGroup } from './groups.ts'
import { countPeople } from './count-rows.ts'
import { namePeople } from './name-people.ts'

type World = Pick<App, 'database' | 'chains' | 'settings' | 'clock'>
type Preview = AdminAnswer<'previewRule'>

const mostPeople = 2000
const batchSize = 50
const longestMs = 4000
const sampleSize = 10
/** More at the same time wait for each other, and the last of them too long. */
const mostAtOnce = 2

/** Shows who would belong by a rule; a few are worked out at once. */
export function createPreview(world: World): (input: unknown) => Promise<Preview> {
  let underWay = 0
  return async (input) => {
    if (underWay >= mostAtOnce)
      throw new Refusal('rate.limited', { place: { retryAfterSeconds: 5 }, privateDetail: 'previews at work' })
    underWay += 1
    try {
      return await previewRule(world, input)
    } finally {
      underWay -= 1
    }
  }
}

async function previewRule(
  { database: { queries }, chains, settings, clock }: World,
  input: unknown,
): Promise<Preview> {
  const preview: Preview = {
    faults: [],
    looked: 0,
    people: await countPeople(queries, ['active'], clock()),
    matching: 0,
    unknown: 0,
    sample: [],
  }
  const read = readRule(input)
  if (read.outcome === 'faulty') return { ...preview, faults: read.faults }
  const { rule } = read
  const faults = await outsideFaults(rule, settings.chains)
  if (faults.length > 0) return { ...preview, faults }
  const ids = await listSeenLast(queries)
  const matching: string[] = []
  const begun = clock()
  for (let from = 0; from < ids.length && (from === 0 || clock() - begun < longestMs); from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const held = await listHeldWallets(queries, batch)
    const verdicts = await evaluate(
      chains,
      batch.map((id) => ({ rule, wallets: held.get(id) ?? [] })),
      { namesSince: namesSince(settings.limits, clock()) },
    )
    preview.looked += batch.length
    for (const [index, { outcome }] of verdicts.entries()) {
      if (outcome === 'holds') matching.push(batch[index] as string)
      if (outcome === 'unknown') preview.unknown += 1
    }
  }
  const sample = matching.slice(0, sampleSize)
  const nameOf = await namePeople(queries, sample)
  return { ...preview, matching: matching.length, sample: sample.map(nameOf) }
}

async function listSeenLast(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('people')
    .select('id')
    .where(isActive())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostPeople)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Why a person does or does not belong to a group, read now. Nothing is written down.
 * @param who the id of a person, or the address of a wallet
 * @throws Refusal `group.not_found`, `person.not_found`
 */
export async function explainMembership(
  { database: { queries }, chains, settings, clock }: World,
  groupId: string,
  who: string,
): Promise<AdminAnswer<'explainMembership'>> {
  const { rule } = await requireGroup(queries, groupId)
  const personId = await findPersonId(queries, who.trim())
  if (personId === undefined) throw new Refusal('person.not_found')
  const wallets = (await listHeldWallets(queries, [personId])).get(personId) ?? []
  const [verdict] = await evaluate(chains, [{ rule, wallets }], { namesSince: namesSince(settings.limits, clock()) })
  if (verdict === undefined) throw new Error('One rule was asked, and none was answered')
  const outcomes = { holds: 'member', not: 'not-member', unknown: 'unknown' } as const
  return {
    person: (await namePeople(queries, [personId]))(personId),
    outcome: outcomes[verdict.outcome],
    parts: explainParts(verdict, ''),
  }
}

const addressForm = /^(?:eip155:([1-9][0-9]{0,15}):)?(0x[0-9a-f]{40})$/i

/** Of an address that is a contract of different people on several chains, nobody is meant until the chain is said (THREATS S4). */
async function findPersonId(queries: Queries, who: string): Promise<string | undefined> {
  const [, chain, address] = addressForm.exec(who) ?? []
  if (address === undefined)
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
    .where('namespace', '=', 'eip155')
    .where('address', '=', address.toLowerCase())
    .where(isWayIn())
    .execute()
  const meant = rows.filter(
    ({ kind, chain_reference }) => chain === undefined || kind === 'key' || chain_reference === chain,
  )
  const owners = new Set(meant.map(({ person_id }) => person_id))
  return owners.size === 1 ? meant[0]?.person_id : undefined
}

const holds: Readonly<Record<Outcome, 'yes' | 'no' | 'unknown'>> = { holds: 'yes', not: 'no', unknown: 'unknown' }

/** Every part of the rule by its place in it, the whole first. */
function explainParts(verdict: Verdict, path: string): AdminAnswer<'explainMembership'>['parts'] {
  const { rule, outcome, wallet, block, reason, parts } = verdict
  const joint = 'all' in rule ? 'all' : 'any' in rule ? 'any' : null
  const about =
    joint === null
      ? describeCondition(rule as Parameters<typeof describeCondition>[0])
      : joint === 'all'
        ? 'all of these'
        : 'one of these'
  const why =
    wallet === null
      ? reason
      : `by ${wallet.kind === 'key' ? '' : `eip155:${wallet.chainReference}:`}${toChecksumAddress(wallet.address)}`
  const within = parts.flatMap((part, index) =>
    explainParts(part, `${path === '' ? '' : `${path}.`}${joint}[${index}]`),
  )
  return [
    {
      path,
      holds: holds[outcome],
      sentence: why === null ? about : `${about}: ${why}`,
      block: block === null ? null : String(block.number),
    },
    ...within,
  ]
}

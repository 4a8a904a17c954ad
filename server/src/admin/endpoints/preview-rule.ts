// Who would belong to a group by a rule. A chain is asked for many people at once, for so many and so
// long at most, so that no rule keeps this server or the node of a chain busy: while it is still being written, of one
// batch alone, which is one reading of each chain.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { evaluate } from '../../groups/membership/evaluate.ts'
import { namesSince } from '../../groups/membership/freshness.ts'
import { holderOf, listHolders } from '../../groups/membership/holders.ts'
import { listChains } from '../../store/groups/rule.ts'
import type { App } from '../../platform/call.ts'
import { isActive } from '../../store/people/active.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { countPeople } from './count-rows.ts'
import { fewAtOnce } from './few-at-once.ts'
import { namePeople } from './name-people.ts'
import { readWholeRule } from './read-whole-rule.ts'

type World = Pick<App, 'database' | 'chains' | 'settings' | 'clock'>
type Preview = AdminAnswer<'previewRule'>
type Input = AdminInput<'previewRule'>['body']

const mostPeople = 2000
const batchSize = 50
const longestMs = 4000
const sampleSize = 10
/** More at the same time wait for each other, and the last of them too long. Who writes takes no place from who asks. */
const mostAtOnce = 2
const mostWriting = 4

/** Shows who would belong by a rule; a few are worked out at once. */
export function createPreview(world: World): (input: Input) => Promise<Preview> {
  const take = fewAtOnce(mostAtOnce, 'previews at work')
  const takeWriting = fewAtOnce(mostWriting, 'live counts at work')
  return (input) => (input.live === true ? takeWriting : take)(() => previewRule(world, input))
}

async function previewRule(
  { database: { queries }, chains, settings, clock }: World,
  { rule: input, live = false }: Input,
): Promise<Preview> {
  const preview: Preview = {
    faults: [],
    looked: 0,
    people: await countPeople(queries, ['active'], clock()),
    more: false,
    matching: 0,
    unknown: 0,
    sample: [],
  }
  const read = await readWholeRule(input, chains)
  if (read.faults !== null) return { ...preview, faults: read.faults }
  const { rule } = read
  const isShort = live && listChains(rule).length > 0
  const ids = await listSeenLast(queries, isShort ? batchSize : mostPeople)
  const matching: string[] = []
  const begun = clock()
  for (let from = 0; from < ids.length && (from === 0 || clock() - begun < longestMs); from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const holders = await listHolders(queries, batch, [rule])
    const verdicts = await evaluate(
      chains,
      batch.map((id) => ({ rule, ...holderOf(holders, id) })),
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
  const more = isShort && preview.looked < preview.people
  return { ...preview, more, matching: matching.length, sample: sample.map(nameOf) }
}

async function listSeenLast(queries: Queries, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('people')
    .select('id')
    .where(isActive())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

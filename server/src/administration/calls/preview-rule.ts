// Who would belong to a group by a rule. A chain is asked for many people at once, for so many and so
// long at most, so that no rule keeps this server or the node of a chain busy.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { evaluate } from '../../chain/groups/evaluate.ts'
import { namesSince } from '../../chain/groups/freshness.ts'
import { holderOf, listHolders } from '../../chain/groups/holders.ts'
import type { App } from '../../platform/call.ts'
import { isActive } from '../../identity/people/active.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { countPeople } from './count-rows.ts'
import { fewAtOnce } from './few-at-once.ts'
import { namePeople } from './name-people.ts'
import { readWholeRule } from './read-whole-rule.ts'

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
  const take = fewAtOnce(mostAtOnce, 'previews at work')
  return (input) => take(() => previewRule(world, input))
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
  const read = await readWholeRule(input, chains)
  if (read.faults !== null) return { ...preview, faults: read.faults }
  const { rule } = read
  const ids = await listSeenLast(queries)
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

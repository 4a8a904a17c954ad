// Asks about many in as few readings as it takes, and finds those among them that make a reading fail: in halves (bisection), over several
// rounds, since each that fails costs a reading's whole time. Nobody goes without an answer for good because of whom they were asked with.
import type { ChainReadFailureHistory } from './chain-read-failure-history.ts'

/** After so many that failed no further company is asked this time; what was learned by then makes the next time shorter. */
const maxFailedBatches = 8

/** After so many that failed alone no further one is asked alone this time. */
const maxFailedSingles = 4

/** So many readings may fail in one go. */
export const maxFailedChainReads = maxFailedBatches + maxFailedSingles

interface BisectOptions<Item> {
  suspects: ChainReadFailureHistory
  now: number
  idOf: (item: Item) => string
  /** How many of them, in this order and of no others, fit into one reading. */
  countFitting: (items: readonly Item[]) => number
  /** @returns those that there is no answer about */
  readItems: (items: readonly Item[]) => Promise<readonly Item[]>
  /** False once nobody can be asked, whoever it is, or once it is time to stop. */
  canContinue: () => boolean
}

export interface BisectedReadResult<Item> {
  /** Those that could not be asked about alone, now or before, so that it is theirs. */
  failed: Item[]
  /** Those that were not asked about, or not alone, which says nothing about them. */
  unread: Item[]
}

/** @param items those that wait longest first, each list by itself: none of one is asked about together with one of another */
export async function bisectFailingChainReads<Item>(
  items: readonly (readonly Item[])[],
  going: BisectOptions<Item>,
): Promise<BisectedReadResult<Item>> {
  const { suspects, now, idOf, readItems, canContinue } = going
  const isAlone = (item: Item): boolean => suspects.getSmallestFailedBatch(idOf(item), now) === 1
  const parts = items.flatMap((list) =>
    splitIntoBatches(
      list.filter((item) => !isAlone(item)),
      going,
    ),
  )
  const loners = items
    .flat()
    .filter(isAlone)
    .toSorted((one, other) => suspects.getLastFailureTime(idOf(one)) - suspects.getLastFailureTime(idOf(other)))
  const failed: Item[] = []
  const unread: Item[] = []
  const askPart = async (part: readonly Item[]): Promise<readonly Item[]> => {
    const unanswered = await readItems(part)
    suspects.recordSuccess(part.filter((item) => !unanswered.includes(item)).map(idOf))
    // Where nobody can be asked any more it was nobody's doing.
    if (unanswered.length > 0 && canContinue()) suspects.recordFailure(unanswered.map(idOf), now)
    return unanswered
  }
  let failures = 0
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (!canContinue() || failures >= maxFailedBatches) {
      unread.push(...part)
      continue
    }
    const unanswered = await askPart(part)
    if (unanswered.length === 0) continue
    failures += 1
    if (!canContinue()) unread.push(...unanswered)
    else if (part.length === 1) failed.push(...unanswered)
    else parts.push(...splitInHalves(unanswered))
  }
  let alone = 0
  for (const item of loners) {
    if (!canContinue()) unread.push(item)
    else if (alone >= maxFailedSingles || (await askPart([item])).length > 0) {
      failed.push(item)
      alone += 1
    }
  }
  return { failed, unread }
}

/** Into parts that fit into a reading, none of which is as large as one in which any of its members failed before. */
function splitIntoBatches<Item>(
  items: readonly Item[],
  { suspects, now, idOf, countFitting }: BisectOptions<Item>,
): Item[][] {
  const parts: { at: number; part: Item[] }[] = []
  const places = new Map(items.map((item, index) => [item, index]))
  for (const [company, ofCompany] of Map.groupBy(items, (item) => suspects.getSmallestFailedBatch(idOf(item), now))) {
    for (let from = 0; from < ofCompany.length;) {
      const rest = ofCompany.slice(from, from + Math.max(1, Math.ceil(company / 2)))
      const part = rest.slice(0, Math.max(1, countFitting(rest)))
      parts.push({ at: places.get(part[0] as Item) as number, part })
      from += part.length
    }
  }
  // Who waits longest is asked first, whatever was held against them: otherwise those who come anew could keep the others waiting.
  return parts.toSorted((one, other) => one.at - other.at).map(({ part }) => part)
}

const splitInHalves = <Item>(items: readonly Item[]): Item[][] => {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)].filter((half) => half.length > 0)
}

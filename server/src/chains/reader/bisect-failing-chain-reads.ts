import type { ChainReadFailureHistory } from './chain-read-failure-history.ts'

// Limits per run. Failures are remembered, so later runs need fewer reads.
const maxFailedBatches = 8

const maxFailedSingles = 4

export const maxFailedChainReads = maxFailedBatches + maxFailedSingles

interface BisectOptions<Item> {
  suspects: ChainReadFailureHistory
  now: number
  idOf: (item: Item) => string
  countFitting: (items: readonly Item[]) => number
  readItems: (items: readonly Item[]) => Promise<readonly Item[]>
  /** False once no node is reachable or the run must stop. */
  canContinue: () => boolean
}

export interface BisectedReadResult<Item> {
  /** Items that failed when they were read alone, so the item itself is the cause. */
  failed: Item[]
  /** Items that were not read or failed only in a batch, so nothing is known about them. */
  unread: Item[]
}

/** @param items lists sorted by waiting time, longest first; no read mixes two lists */
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
    // If no node can be reached, the items did not cause the failure.
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
  // Items that waited longest go first, even if suspect, so that new items cannot starve them.
  return parts.toSorted((one, other) => one.at - other.at).map(({ part }) => part)
}

const splitInHalves = <Item>(items: readonly Item[]): Item[][] => {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)].filter((half) => half.length > 0)
}

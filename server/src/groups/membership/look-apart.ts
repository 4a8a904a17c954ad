// Reads anew who belongs to groups, for many at once, with nobody waiting: as few readings as it takes, and none of these people without
// an answer because of a contract that another one of them brought (THREATS S3).
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import { askApart } from '../../chains/reader/ask-apart.ts'
import type { Suspects } from '../../chains/reader/suspects.ts'
import type { Chains } from '../../platform/chain-settings.ts'
import { evaluate } from './evaluate.ts'
import { namesSince } from './freshness.ts'
import type { Outcome } from './verdict.ts'
import { lookOnce } from './look-anew.ts'
import type { GroupsWorld, Judged, Pair, Target } from './look-anew.ts'

interface LookOptions {
  /** People who brought what makes readings fail. */
  suspects: Suspects
  /** No further reading begins then, and none is waited for. */
  end: AbortSignal
  /** Is told why a chain cannot be read, or null where it can. */
  noteChain: (chain: string, fault: string | null) => void
  noteOutcome: (outcome: Outcome) => void
}

/** What is read for several is more than for one who waits. */
const patience = 2

/**
 * @param targets those that wait longest first
 * @param now milliseconds since 1970
 * @returns those with whom something is left to look at
 */
export async function lookApart(
  world: GroupsWorld,
  targets: readonly Target[],
  options: LookOptions,
  now: number,
): Promise<Target[]> {
  let left = new Set<Target>()
  const judgeAll = async (pairs: readonly Pair[]): Promise<Judged[]> => {
    const judged = await judgeApart(world, pairs, options, now)
    left = judged.left
    for (const { outcome } of judged.all) options.noteOutcome(outcome)
    return judged.all
  }
  for (const target of await lookOnce(world, targets, judgeAll, now)) left.add(target)
  return [...left]
}

async function judgeApart(
  world: GroupsWorld,
  pairs: readonly Pair[],
  { suspects, end, noteChain }: LookOptions,
  now: number,
): Promise<{ all: Judged[]; left: Set<Target> }> {
  const { limits } = world
  const ofTargets = Map.groupBy(pairs, ({ target }) => target)
  const outcomes = new Map<Pair, Outcome>()
  const away = new Set<string>()
  const ask = async (some: readonly Target[]): Promise<readonly Target[]> => {
    const asked = some.flatMap((target) => ofTargets.get(target) ?? [])
    const chains: Chains = new Map([...world.chains].filter(([id]) => !away.has(id)))
    const failed = new Map<string, string>()
    const verdicts = await evaluate(chains, asked, {
      namesSince: namesSince(limits, now),
      end: AbortSignal.any([end, AbortSignal.timeout(patience * limits.chainReadSeconds * 1000)]),
      noteReading: (chain, fault) => void (fault === null ? noteChain(chain, null) : failed.set(chain, fault)),
    })
    asked.forEach((pair, index) => outcomes.set(pair, verdicts[index]?.outcome ?? 'unknown'))
    const blamed = [...failed.keys()].filter((id) => !away.has(id))
    for (const id of blamed) {
      const fault = await faultOf(chains, id)
      noteChain(id, fault)
      if (fault !== null) away.add(id)
    }
    // Where no chain failed that is there, it was nobody's doing.
    return blamed.every((id) => away.has(id))
      ? []
      : some.filter((target) => ofTargets.get(target)?.some((pair) => outcomes.get(pair) === 'unknown'))
  }
  const { left } = await askApart([[...ofTargets.keys()]], {
    suspects,
    now,
    idOf: ({ personId }) => personId,
    fit: (some) => some.length,
    ask,
    goesOn: () => !end.aborted,
  })
  const isLeft = new Set(left)
  const all = pairs.map((pair): Judged => ({ ...pair, outcome: outcomes.get(pair) ?? 'unknown' }))
  return { all: all.filter(({ target, outcome }) => outcome !== 'unknown' || !isLeft.has(target)), left: isLeft }
}

/** Why a chain has no final block to tell of; null where it has. */
async function faultOf(chains: Chains, id: string): Promise<string | null> {
  const chain = chains.get(id)
  if (chain === undefined) return 'not configured'
  try {
    await chain.read([], { at: 'finalized' })
    return null
  } catch (error) {
    if (error instanceof ChainUnavailable) return error.reason
    throw error
  }
}

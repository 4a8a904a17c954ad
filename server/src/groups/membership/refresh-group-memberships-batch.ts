// Reads anew who belongs to groups, for many at once, with nobody waiting: as few readings as it takes, and none of these people without
// an answer because of a contract that another one of them brought (THREATS S3).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import { bisectFailingChainReads } from '../../chains/reader/bisect-failing-chain-reads.ts'
import type { ChainReadFailureHistory } from '../../chains/reader/chain-read-failure-history.ts'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { evaluateGroupRules } from './evaluate-group-rules.ts'
import { getEnsNameExpiryCutoff } from './group-membership-freshness.ts'
import type { GroupRuleOutcome } from './group-rule-evaluation.ts'
import { refreshGroupMembershipsOnce } from './refresh-group-memberships.ts'
import type {
  GroupMembershipRefreshContext,
  EvaluatedGroupMembership,
  GroupRuleEvaluationInput,
  MembershipRefreshTarget,
} from './refresh-group-memberships.ts'

interface BatchRefreshOptions {
  /** People who brought what makes readings fail. */
  suspects: ChainReadFailureHistory
  /** No further reading begins then, and none is waited for. */
  signal: AbortSignal
  /** Is told why a chain cannot be read, or null where it can. */
  onChainStatus: (chain: string, fault: string | null) => void
  onOutcome: (outcome: GroupRuleOutcome) => void
}

/** What is read for several is more than for one who waits. */
const timeoutFactor = 2

/**
 * @param targets those that wait longest first
 * @param now milliseconds since 1970
 * @returns those with whom something is left to look at
 */
export async function refreshGroupMembershipsBatch(
  context: GroupMembershipRefreshContext,
  targets: readonly MembershipRefreshTarget[],
  options: BatchRefreshOptions,
  now: number,
): Promise<MembershipRefreshTarget[]> {
  let left = new Set<MembershipRefreshTarget>()
  const judgeAll = async (pairs: readonly GroupRuleEvaluationInput[]): Promise<EvaluatedGroupMembership[]> => {
    const judged = await evaluateBatch(context, pairs, options, now)
    left = judged.left
    for (const { outcome } of judged.all) options.onOutcome(outcome)
    return judged.all
  }
  for (const target of await refreshGroupMembershipsOnce(context, targets, judgeAll, now)) left.add(target)
  return [...left]
}

async function evaluateBatch(
  context: GroupMembershipRefreshContext,
  pairs: readonly GroupRuleEvaluationInput[],
  { suspects, signal, onChainStatus }: BatchRefreshOptions,
  now: number,
): Promise<{ all: EvaluatedGroupMembership[]; left: Set<MembershipRefreshTarget> }> {
  const { limits } = context
  const ofTargets = Map.groupBy(pairs, ({ target }) => target)
  const outcomes = new Map<GroupRuleEvaluationInput, GroupRuleOutcome>()
  const away = new Set<string>()
  const readItems = async (some: readonly MembershipRefreshTarget[]): Promise<readonly MembershipRefreshTarget[]> => {
    const asked = some.flatMap((target) => ofTargets.get(target) ?? [])
    const chains: ConfiguredChains = new Map([...context.chains].filter(([id]) => !away.has(id)))
    const failed = new Map<string, string>()
    const verdicts = await evaluateGroupRules(chains, asked, {
      nameCutoff: getEnsNameExpiryCutoff(limits, now),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutFactor * limits.chainReadTimeoutSeconds * 1000)]),
      onChainRead: (chain, fault) => void (fault === null ? onChainStatus(chain, null) : failed.set(chain, fault)),
    })
    asked.forEach((pair, index) => outcomes.set(pair, verdicts[index]?.outcome ?? 'unknown'))
    const blamed = [...failed.keys()].filter((id) => !away.has(id))
    for (const id of blamed) {
      const fault = await findChainError(chains, id)
      onChainStatus(id, fault)
      if (fault !== null) away.add(id)
    }
    // Where no chain failed that is there, it was nobody's doing.
    return blamed.every((id) => away.has(id))
      ? []
      : some.filter((target) => ofTargets.get(target)?.some((pair) => outcomes.get(pair) === 'unknown'))
  }
  const { unread } = await bisectFailingChainReads([[...ofTargets.keys()]], {
    suspects,
    now,
    idOf: ({ personId }) => personId,
    countFitting: (some) => some.length,
    readItems,
    canContinue: () => !signal.aborted,
  })
  const isLeft = new Set(unread)
  const all = pairs.map((pair): EvaluatedGroupMembership => ({ ...pair, outcome: outcomes.get(pair) ?? 'unknown' }))
  return { all: all.filter(({ target, outcome }) => outcome !== 'unknown' || !isLeft.has(target)), left: isLeft }
}

/** Why a chain has no final block to tell of; null where it has. */
async function findChainError(chains: ConfiguredChains, id: string): Promise<string | null> {
  const chain = chains.get(id)
  if (chain === undefined) return 'not configured'
  try {
    await chain.read([], { blockTag: 'finalized' })
    return null
  } catch (error) {
    if (error instanceof ChainUnavailableError) return error.reason
    throw error
  }
}

// One failing contract must not affect other people (THREATS S3).
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
  /** People whose contracts caused earlier reads to fail. */
  suspects: ChainReadFailureHistory
  /** After an abort, no further read starts, and running reads are not awaited. */
  signal: AbortSignal
  /** `fault` is the reason why the chain cannot be read; null if it can. */
  onChainStatus: (chain: string, fault: string | null) => void
  onOutcome: (outcome: GroupRuleOutcome) => void
}

/** A batch reads more than a single sign-in does. */
const timeoutFactor = 2

/** @returns the targets that still need a check */
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
    // If all chains that failed are down, the failure was not caused by any person's contract.
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

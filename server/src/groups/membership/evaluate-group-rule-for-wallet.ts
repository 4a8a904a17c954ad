// Dry run of a rule for one address with current chain data; stores nothing.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { Hex } from '@countersign/proof/chain-reader'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { reverseResolveEnsName } from '../ens/reverse-resolve-ens-name.ts'
import { evaluateGroupRules } from './evaluate-group-rules.ts'
import { listGroupRuleConditions } from '../../store/groups/group-rule-types.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleEvaluationResult } from './group-rule-evaluation.ts'
import type { GroupRuleWalletIdentity, GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

export async function evaluateGroupRuleForWallet(
  chains: ConfiguredChains,
  rule: GroupRule,
  address: GroupRuleWalletIdentity,
  now: number,
): Promise<GroupRuleEvaluationResult> {
  const wallet: GroupRuleWallet = { ...address, id: address.address, name: null, nameResolvedAt: null, proof: null }
  const wallets = [await readCurrentName(chains, rule, wallet, now)]
  const [verdict] = await evaluateGroupRules(chains, [{ rule, wallets }], { nameCutoff: 0, evaluateEveryPart: true })
  if (verdict === undefined) throw new Error('The rule evaluation returned no result')
  return verdict
}

/** Stored names can be up to a day old, too old for a dry run. */
async function readCurrentName(
  chains: ConfiguredChains,
  rule: GroupRule,
  wallet: GroupRuleWallet,
  now: number,
): Promise<GroupRuleWallet> {
  if (!listGroupRuleConditions(rule).some(({ type }) => type === 'name')) return wallet
  const chain = [...chains.values()].find(({ settings }) => settings.ensRegistry !== null)
  const isNamedThere =
    wallet.namespace === 'eip155' && (wallet.kind === 'key' || wallet.chainReference === chain?.settings.id)
  if (chain === undefined || !isNamedThere) return { ...wallet, nameResolvedAt: now }
  try {
    const { name } = await reverseResolveEnsName(chain, chain.settings.ensRegistry as Hex, wallet.address)
    return { ...wallet, name, nameResolvedAt: now }
  } catch (error) {
    if (error instanceof ChainUnavailableError) return wallet
    throw error
  }
}

// Tries a rule for one address, read now (dry run). Of its person nothing is looked at, and nothing is written down: whoever writes a rule sees what
// it does before it is kept.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { Hex } from '@countersign/proof/chain-reader'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { reverseResolveEnsName } from '../ens/reverse-resolve-ens-name.ts'
import { evaluateGroupRules } from './evaluate-group-rules.ts'
import { listGroupRuleConditions } from '../../store/groups/group-rule-types.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleEvaluationResult } from './group-rule-evaluation.ts'
import type { GroupRuleWalletIdentity, GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

/** @param now milliseconds since 1970 */
export async function evaluateGroupRuleForWallet(
  chains: ConfiguredChains,
  rule: GroupRule,
  address: GroupRuleWalletIdentity,
  now: number,
): Promise<GroupRuleEvaluationResult> {
  const wallet: GroupRuleWallet = { ...address, id: address.address, name: null, nameResolvedAt: null, proof: null }
  const wallets = [await readCurrentName(chains, rule, wallet, now)]
  const [verdict] = await evaluateGroupRules(chains, [{ rule, wallets }], { nameCutoff: 0, evaluateEveryPart: true })
  if (verdict === undefined) throw new Error('One rule was asked, and none was answered')
  return verdict
}

/** Names of people's wallets are read once a day; that of an address which is tried, now, and only where it matters. */
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

// Tries a rule for one address, read now (dry run). Of its person nothing is looked at, and nothing is written down: whoever writes a rule sees what
// it does before it is kept.
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Hex } from '@countersign/proof/chain-reader'
import type { Chains } from '../../platform/chain-settings.ts'
import { readName } from '../ens/read-name.ts'
import { evaluate } from './evaluate.ts'
import { listConditions } from '../../store/groups/rule.ts'
import type { Rule } from '../../store/groups/rule.ts'
import type { Verdict } from './verdict.ts'
import type { HadWallet, HeldWallet } from './wallet-list.ts'

/** @param now milliseconds since 1970 */
export async function tryRuleFor(chains: Chains, rule: Rule, address: HadWallet, now: number): Promise<Verdict> {
  const wallet: HeldWallet = { ...address, id: address.address, name: null, nameReadAt: null, proof: null }
  const wallets = [await nameNow(chains, rule, wallet, now)]
  const [verdict] = await evaluate(chains, [{ rule, wallets }], { namesSince: 0, everyPart: true })
  if (verdict === undefined) throw new Error('One rule was asked, and none was answered')
  return verdict
}

/** Names of people's wallets are read once a day; that of an address which is tried, now, and only where it matters. */
async function nameNow(chains: Chains, rule: Rule, wallet: HeldWallet, now: number): Promise<HeldWallet> {
  if (!listConditions(rule).some(({ type }) => type === 'name')) return wallet
  const chain = [...chains.values()].find(({ settings }) => settings.ensRegistry !== null)
  const isNamedThere =
    wallet.namespace === 'eip155' && (wallet.kind === 'key' || wallet.chainReference === chain?.settings.id)
  if (chain === undefined || !isNamedThere) return { ...wallet, nameReadAt: now }
  try {
    const { name } = await readName(chain, chain.settings.ensRegistry as Hex, wallet.address)
    return { ...wallet, name, nameReadAt: now }
  } catch (error) {
    if (error instanceof ChainUnavailable) return wallet
    throw error
  }
}

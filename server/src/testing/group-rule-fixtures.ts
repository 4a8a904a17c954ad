// Wallets and contracts on a fake chain, and rule evaluation.
import { createFakeChains } from './fake-chains.ts'
import type { FakeChain } from './fake-chains.ts'
import { encodeAbiWordForTests } from './group-and-token-fixtures.ts'
import { evaluateGroupRules } from '../groups/membership/evaluate-group-rules.ts'
import { parseGroupRule } from '../groups/membership/parse-group-rule.ts'
import type { GroupRuleWallet } from '../groups/membership/group-wallet-list-entry-notation.ts'

export const [adaAddress, bobAddress, vaultAddress, safeAddress, otherAddress] = ['ad', 'b0', 'fa', '5a', '0e'].map(
  (end) => `0x00000000000000000000000000000000000000${end}`,
) as [string, string, string, string, string]
const nfts = '0x000000000000000000000000000000000000721a'

export const createKeyWallet = (address: string): GroupRuleWallet => ({
  id: address,
  namespace: 'eip155',
  kind: 'key',
  chainReference: null,
  address,
  name: null,
  nameResolvedAt: null,
  proof: null,
})
export const createProvedContractWallet = (chainReference: string, address: string): GroupRuleWallet => ({
  ...createKeyWallet(address),
  id: `${chainReference} ${address}`,
  kind: 'contract',
  chainReference,
  proof: { chain: chainReference, message: 'signed', signature: '0x1234', method: 'erc1271', verifiedBlock: '90' },
})

export async function evaluateSingleGroupRuleForTests(
  rule: unknown,
  wallets: readonly GroupRuleWallet[],
  ...chains: FakeChain[]
) {
  const read = parseGroupRule(rule)
  if (read.outcome !== 'parsed') throw new Error(JSON.stringify(read))
  const [verdict] = await evaluateGroupRules(createFakeChains(...chains), [{ rule: read.rule, wallets }], {
    nameCutoff: 0,
  })
  if (verdict === undefined) throw new Error('nothing')
  return verdict
}
export const evaluateGroupRuleOutcomeForTests = async (
  ...asked: Parameters<typeof evaluateSingleGroupRuleForTests>
): Promise<string> => (await evaluateSingleGroupRuleForTests(...asked)).outcome

export const deployFakeNftCollection = (chain: FakeChain, owners: ReadonlyMap<bigint, string>): void =>
  chain.deploy(nfts, (data) => {
    if (!data.startsWith('0x6352211e')) return null
    const owner = owners.get(BigInt(`0x${data.slice(10)}`))
    return owner === undefined ? null : encodeAbiWordForTests(BigInt(owner))
  })

// Reads token metadata (ERC-20, ERC-721, ERC-1155), which is untrusted (THREATS N4).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import type { ConfiguredChains, ConfiguredChain } from '../../platform/chain-settings.ts'
import { readSmartContractsBestEffort } from '../../chains/reader/read-smart-contracts-best-effort.ts'
import type { TokenStandard } from './group-rule-parse-context.ts'
import { resolveEnsNameToContractAddress } from './resolve-ens-name-to-contract-address.ts'
import type { GroupRuleTokenMetadata } from '../../store/groups/group-rule-types.ts'
import { decodeOnchainTokenDecimals, decodeOnchainTokenText } from './sanitize-onchain-token-text.ts'

export type TokenContractErrorCode = 'no_code' | 'unknown_type' | 'name_not_found'

export interface FoundTokenContract {
  outcome: 'found'
  contract: string
  /** The possible token standards, most likely first. */
  kinds: readonly TokenStandard[]
  token: GroupRuleTokenMetadata
}

export type TokenContractMetadataResult =
  | FoundTokenContract
  | { outcome: 'error'; fault: TokenContractErrorCode }
  | { outcome: 'unavailable'; chain: string; reason: string }

export interface TokenContractLocation {
  chain: string
  contract: string
}

export async function fetchTokenMetadata(
  chains: ConfiguredChains,
  { chain: id, contract: given }: TokenContractLocation,
): Promise<TokenContractMetadataResult> {
  const chain = chains.get(id)
  if (chain === undefined) return { outcome: 'unavailable', chain: id, reason: 'not configured' }
  try {
    const isAddress = /^0x[0-9a-f]{40}$/i.test(given)
    const contract = isAddress ? given.toLowerCase() : await resolveEnsNameToContractAddress(chains, id, given)
    if (contract === null) return { outcome: 'error', fault: 'name_not_found' }
    const found = await readTokenContract(chain, contract as Hex)
    if (typeof found === 'string') return { outcome: 'error', fault: found }
    return isAddress ? found : { ...found, token: { ...found.token, ensName: given } }
  } catch (error) {
    if (error instanceof ChainUnavailableError) return { outcome: 'unavailable', chain: id, reason: error.reason }
    throw error
  }
}

const padWord = (digits: string): string => digits.padStart(64, '0')
/** ERC-165: supportsInterface(bytes4). */
const encodeSupportsInterfaceCall = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`

const metadataCalls = {
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  decimals: '0x313ce567',
  supply: '0x18160ddd',
  declares: encodeSupportsInterfaceCall('01ffc9a7'),
  declaresAnything: encodeSupportsInterfaceCall('ffffffff'),
  erc721: encodeSupportsInterfaceCall('80ac58cd'),
  erc1155: encodeSupportsInterfaceCall('d9b67a26'),
} as const satisfies Record<string, Hex>
/** balanceOf with the address of the contract itself, which any token accepts. */
const encodeBalanceCall = (contract: Hex): Hex => `0x70a08231${padWord(contract.slice(2))}`

async function readTokenContract(
  chain: ConfiguredChain,
  contract: Hex,
): Promise<FoundTokenContract | TokenContractErrorCode> {
  const names = [...(Object.keys(metadataCalls) as (keyof typeof metadataCalls)[]), 'balance'] as const
  const questions = names.map((name): ContractCall => ({
    to: contract,
    data: name === 'balance' ? encodeBalanceCall(contract) : metadataCalls[name],
  }))
  const { results } = await readSmartContractsBestEffort(chain, questions, { blockTag: 'finalized' })
  if (results.includes(null)) throw new ChainUnavailableError('its nodes disagree about this contract')
  const answerOf = (name: (typeof names)[number]): ContractCallResult =>
    results[names.indexOf(name)] as ContractCallResult
  if (answerOf('symbol').outcome === 'no-code') return 'no_code'
  const decimals = decodeOnchainTokenDecimals(answerOf('decimals'))
  const kinds = detectTokenStandards(answerOf, decimals)
  if (kinds.length === 0) return 'unknown_type'
  return {
    outcome: 'found',
    contract,
    kinds,
    token: {
      symbol: decodeOnchainTokenText(answerOf('symbol'), 'symbol'),
      name: decodeOnchainTokenText(answerOf('name'), 'name'),
      decimals: kinds[0] === 'erc20' ? decimals : null,
    },
  }
}

/** By ERC-165, or else by the calls it answers, because the oldest collections lack ERC-165. */
function detectTokenStandards(
  answerOf: (name: keyof typeof metadataCalls | 'balance') => ContractCallResult,
  decimals: number | null,
): TokenStandard[] {
  const says = (name: keyof typeof metadataCalls | 'balance'): boolean => isWordAnswer(answerOf(name))
  const isYes = (name: keyof typeof metadataCalls): boolean => decodeWord(answerOf(name)) === 1n
  // A contract that claims to support every interface does not implement ERC-165 (§How to Detect if
  // a Contract Implements ERC-165).
  const declares = isYes('declares') && !isYes('declaresAnything')
  const declared = (['erc721', 'erc1155'] as const).filter((kind) => declares && isYes(kind))
  const counts = says('balance') && says('supply')
  if (declared.length > 0) return counts && decimals !== null && decimals > 0 ? [...declared, 'erc20'] : declared
  if (!says('balance')) return []
  return decimals === null ? ['erc20', 'erc721'] : ['erc20']
}

const isWordAnswer = (answer: ContractCallResult): boolean => answer.outcome === 'answered' && answer.data.length === 66
const decodeWord = (answer: ContractCallResult): bigint | null =>
  answer.outcome === 'answered' && answer.data.length === 66 ? BigInt(answer.data) : null

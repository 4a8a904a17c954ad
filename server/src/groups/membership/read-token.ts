// What a token says of itself (metadata of ERC-20, ERC-721 and ERC-1155): its kind, symbol, name and decimals, read once at the newest final
// block when a rule is made. Whatever it says, however long, and where it says nothing, what comes of it is bounded and clean (THREATS N4).
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Hex, Question } from '@countersign/proof/chain-reader'
import type { Chains, ReadableChain } from '../../platform/chain-settings.ts'
import { readMost } from '../../chains/reader/read-most.ts'
import type { TokenKind } from './read-rule.ts'
import { findContract } from './find-contract.ts'
import type { TokenText } from '../../store/groups/rule.ts'
import { decimalsIn, tokenTextIn } from './token-text.ts'

/** Why a contract is no token for a rule; the ends of the codes of the catalogue. */
export type TokenFault = 'no_code' | 'unknown_kind' | 'name_unknown'

export interface FoundToken {
  outcome: 'found'
  /** In lower case. */
  contract: string
  /** Those that it can be, the likeliest first. */
  kinds: readonly TokenKind[]
  token: TokenText
}

export type TokenReading =
  | FoundToken
  | { outcome: 'fault'; fault: TokenFault }
  | { outcome: 'unavailable'; chain: string; reason: string }

/** Where a token is: by its address, or by a name. */
export interface TokenPlace {
  chain: string
  contract: string
}

/** Reads what a token says of itself; its chain is one that this server reads. */
export async function readToken(chains: Chains, { chain: id, contract: given }: TokenPlace): Promise<TokenReading> {
  const chain = chains.get(id)
  if (chain === undefined) return { outcome: 'unavailable', chain: id, reason: 'not configured' }
  try {
    const isAddress = /^0x[0-9a-f]{40}$/i.test(given)
    const contract = isAddress ? given.toLowerCase() : await findContract(chains, id, given)
    if (contract === null) return { outcome: 'fault', fault: 'name_unknown' }
    const found = await askToken(chain, contract as Hex)
    if (typeof found === 'string') return { outcome: 'fault', fault: found }
    return isAddress ? found : { ...found, token: { ...found.token, ensName: given } }
  } catch (error) {
    if (error instanceof ChainUnavailable) return { outcome: 'unavailable', chain: id, reason: error.reason }
    throw error
  }
}

const word = (digits: string): string => digits.padStart(64, '0')
/** ERC-165: supportsInterface(bytes4). */
const supports = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`

/** The first four bytes of the hash of each function's signature, and what follows them. */
const calls = {
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  decimals: '0x313ce567',
  supply: '0x18160ddd',
  declares: supports('01ffc9a7'),
  declaresAnything: supports('ffffffff'),
  erc721: supports('80ac58cd'),
  erc1155: supports('d9b67a26'),
} as const satisfies Record<string, Hex>
/** balanceOf(address), for an address that every token can be asked of. */
const askBalance = (contract: Hex): Hex => `0x70a08231${word(contract.slice(2))}`

async function askToken(chain: ReadableChain, contract: Hex): Promise<FoundToken | TokenFault> {
  const names = [...(Object.keys(calls) as (keyof typeof calls)[]), 'balance'] as const
  const questions = names.map((name): Question => ({
    to: contract,
    data: name === 'balance' ? askBalance(contract) : calls[name],
  }))
  const { answers } = await readMost(chain, questions, { at: 'finalized' })
  // Nodes that do not say the same of it.
  if (answers.includes(null)) throw new ChainUnavailable('its nodes do not say the same of this contract')
  const answerOf = (name: (typeof names)[number]): Answer => answers[names.indexOf(name)] as Answer
  if (answerOf('symbol').outcome === 'no-code') return 'no_code'
  const decimals = decimalsIn(answerOf('decimals'))
  const kinds = kindsOf(answerOf, decimals)
  if (kinds.length === 0) return 'unknown_kind'
  return {
    outcome: 'found',
    contract,
    kinds,
    token: {
      symbol: tokenTextIn(answerOf('symbol'), 'symbol'),
      name: tokenTextIn(answerOf('name'), 'name'),
      decimals: kinds[0] === 'erc20' ? decimals : null,
    },
  }
}

/** What it declares (ERC-165), and otherwise what it answers like: the oldest collections declare nothing. */
function kindsOf(answerOf: (name: keyof typeof calls | 'balance') => Answer, decimals: number | null): TokenKind[] {
  const says = (name: keyof typeof calls | 'balance'): boolean => isWord(answerOf(name))
  const isYes = (name: keyof typeof calls): boolean => wordIn(answerOf(name)) === 1n
  // ERC-165 §How to Detect if a Contract Implements ERC-165: whoever supports everything supports nothing.
  const declares = isYes('declares') && !isYes('declaresAnything')
  const declared = (['erc721', 'erc1155'] as const).filter((kind) => declares && isYes(kind))
  const counts = says('balance') && says('supply')
  if (declared.length > 0) return counts && decimals !== null && decimals > 0 ? [...declared, 'erc20'] : declared
  if (!says('balance')) return []
  return decimals === null ? ['erc20', 'erc721'] : ['erc20']
}

const isWord = (answer: Answer): boolean => answer.outcome === 'answered' && answer.data.length === 66
const wordIn = (answer: Answer): bigint | null =>
  answer.outcome === 'answered' && answer.data.length === 66 ? BigInt(answer.data) : null

// Reports every error with its path. If token metadata is missing, the caller reads and adds it.
import { expandNftTokenIdRanges, getTokenContractKey } from '../../store/groups/group-rule-types.ts'
import type {
  GroupRuleCondition,
  GroupRule,
  GroupWalletListCondition,
  GroupRuleTokenMetadata,
  NftTokenIdRanges,
  BalanceSumSource,
} from '../../store/groups/group-rule-types.ts'
import type { GroupRuleError } from './create-group-rule-error.ts'
import { groupRuleLimits } from './group-rule-parse-context.ts'
import type { GroupRuleParseContext, GroupRuleParseResult, TokenMetadataRequest } from './group-rule-parse-context.ts'
import { GroupRuleTokenContractParser } from './group-rule-token-contract-parser.ts'
import { GroupRuleValueParser, maxUint256 } from './group-rule-value-parser.ts'
import type { UnvalidatedJsonObject } from './group-rule-value-parser.ts'
import { isDecimalAmount } from './token-amount.ts'

const syntaxOnlyContext: GroupRuleParseContext = { chains: [], tokens: null }

/** Without `reading`, only the syntax is checked. */
export function parseGroupRule(
  value: unknown,
  reading: GroupRuleParseContext = syntaxOnlyContext,
): GroupRuleParseResult {
  const reader = new RuleParser(reading)
  const rule = reader.parse(value, 'rule', 1)
  const { errors, wanted } = reader
  if (errors.length > 0) return { outcome: 'invalid', errors }
  if (wanted.length > 0) return { outcome: 'tokens-needed', wanted }
  return rule === null ? { outcome: 'invalid', errors } : { outcome: 'parsed', rule }
}

const conditionMembers: Readonly<Record<GroupRuleCondition['type'], readonly string[]>> = {
  wallets: ['wallets'],
  erc20: ['chain', 'contract', 'atLeast', 'delegated', 'token'],
  native: ['chain', 'atLeast', 'token'],
  sum: ['of', 'atLeast'],
  erc721: ['chain', 'contract', 'atLeast', 'tokenId', 'tokenIds', 'delegated', 'token'],
  erc1155: ['chain', 'contract', 'tokenId', 'tokenIds', 'atLeast', 'delegated', 'token'],
  name: ['under'],
}
const conditionTypes = Object.keys(conditionMembers) as GroupRuleCondition['type'][]

class RuleParser {
  readonly #values: GroupRuleValueParser
  readonly #tokens: GroupRuleTokenContractParser
  #parts = 0
  #tokenIds = 0

  constructor(reading: GroupRuleParseContext) {
    this.#values = new GroupRuleValueParser(reading.chains)
    this.#tokens = new GroupRuleTokenContractParser(reading, this.#values)
  }

  get errors(): GroupRuleError[] {
    return this.#values.errors
  }

  get wanted(): TokenMetadataRequest[] {
    return this.#tokens.wanted
  }

  parse(value: unknown, path: string, depth: number, isInAll = false): GroupRule | null {
    this.#parts += 1
    if (this.#parts === groupRuleLimits.parts + 1)
      return this.#values.addError(path, 'parts', { max: groupRuleLimits.parts })
    if (this.#parts > groupRuleLimits.parts) return null
    if (depth > groupRuleLimits.depth) return this.#values.addError(path, 'depth', { max: groupRuleLimits.depth })
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#values.addError(path, 'object')
    const given = value as UnvalidatedJsonObject
    for (const joint of ['all', 'any'] as const)
      if (Object.hasOwn(given, joint)) return this.#readJoint(given, joint, path, depth)
    if (Object.hasOwn(given, 'none')) return this.#readNone(given, path, depth, isInAll)
    const type = conditionTypes.find((known) => known === given.type)
    if (type === undefined)
      return this.#values.addError(`${path}.type`, 'type', {
        types: conditionTypes.map((known) => `"${known}"`).join(', '),
      })
    this.#values.rejectUnknownMembers(given, ['type', ...conditionMembers[type]], path, `a condition of type "${type}"`)
    return this.#readCondition(type, given, path)
  }

  #readList(given: UnvalidatedJsonObject, joint: 'all' | 'any' | 'none', path: string): unknown[] | null {
    const rest = Object.keys(given).filter((name) => name !== joint)
    if (rest.length > 0) return this.#values.addError(`${path}.${rest[0]}`, 'beside', { joint })
    const list = given[joint]
    // An empty "any" would match no one, and an empty "all" would match everyone.
    return Array.isArray(list) && list.length > 0 ? list : this.#values.addError(`${path}.${joint}`, 'empty')
  }

  #readJoint(given: UnvalidatedJsonObject, joint: 'all' | 'any', path: string, depth: number): GroupRule | null {
    const list = this.#readList(given, joint, path)
    if (list === null) return null
    const parts = list
      .map((part, index) => this.parse(part, `${path}.${joint}[${index}]`, depth + 1, joint === 'all'))
      .filter((part) => part !== null)
    // A rule with nothing but "none" would match people without wallets.
    if (parts.length > 0 && parts.length === list.length && parts.every((part) => 'none' in part))
      return this.#values.addError(`${path}.${joint}`, 'none_alone')
    return joint === 'all' ? { all: parts } : { any: parts }
  }

  #readNone(given: UnvalidatedJsonObject, path: string, depth: number, isInAll: boolean): GroupRule | null {
    if (!isInAll) return this.#values.addError(path, 'none_place')
    const list = this.#readList(given, 'none', path)
    if (list === null) return null
    const none: GroupWalletListCondition[] = []
    for (const [index, part] of list.entries()) {
      const partPath = `${path}.none[${index}]`
      // People can move holdings away before the check, but not change their wallet history.
      if (typeof part === 'object' && part !== null && (part as UnvalidatedJsonObject).type === 'wallets') {
        const read = this.parse(part, partPath, depth + 1)
        if (read !== null) none.push(read as GroupWalletListCondition)
      } else this.#values.addError(partPath, 'none_wallets')
    }
    return { none }
  }

  #readCondition(type: GroupRuleCondition['type'], given: UnvalidatedJsonObject, path: string): GroupRule | null {
    if (type === 'wallets') return { type, wallets: this.#values.readWallets(given.wallets, `${path}.wallets`) }
    if (type === 'name') return { type, under: this.#values.readName(given.under, `${path}.under`) }
    if (type === 'sum') return this.#readSum(given, path)
    const chain = this.#values.readChain(given.chain, `${path}.chain`)
    if (type === 'native') {
      const givenToken =
        given.token === undefined ? undefined : this.#tokens.readGivenToken(given.token, `${path}.token`)
      const token = this.#tokens.describeNativeCoin(chain, givenToken)
      return { type, chain, atLeast: this.#values.readAmount(given.atLeast, `${path}.atLeast`, token), token }
    }
    const inUnit = type === 'erc20' && typeof given.atLeast === 'string' && isDecimalAmount(given.atLeast)
    const found = this.#tokens.readContract(given, { chain, path, type, isNeeded: inUnit })
    const place = { chain, contract: found.contract }
    const extra = {
      ...this.#values.readDelegated(given.delegated, `${path}.delegated`),
      ...omitUndefinedToken({ token: found.token }),
    }
    if (type === 'erc20')
      return {
        type,
        ...place,
        atLeast: this.#values.readAmount(given.atLeast, `${path}.atLeast`, found.isOpen ? 'open' : found.token),
        ...extra,
      }
    return this.#readNumbered(type, given, path, place, extra)
  }

  #readNumbered(
    type: 'erc721' | 'erc1155',
    given: UnvalidatedJsonObject,
    path: string,
    place: { chain: string; contract: string },
    extra: { delegated?: true; token?: GroupRuleTokenMetadata },
  ): GroupRule | null {
    const atLeast = (): string => this.#values.readNumber(given.atLeast ?? '1', `${path}.atLeast`, 1n)
    if (given.tokenIds !== undefined) {
      if (given.tokenId !== undefined) return this.#values.addError(`${path}.tokenId`, 'id_beside_ids')
      const tokenIds = this.#readTokenIds(given.tokenIds, `${path}.tokenIds`)
      const numbered = { ...place, tokenIds, atLeast: atLeast(), ...extra }
      return type === 'erc721' ? { type, ...numbered } : { type, ...numbered }
    }
    const tokenId = (): string => this.#values.readNumber(given.tokenId, `${path}.tokenId`, 0n)
    if (type === 'erc1155') return { type, ...place, tokenId: tokenId(), atLeast: atLeast(), ...extra }
    if (given.tokenId === undefined) return { type, ...place, atLeast: atLeast(), ...extra }
    if (given.atLeast !== undefined) return this.#values.addError(`${path}.atLeast`, 'amount_beside_id')
    return { type, ...place, tokenId: tokenId(), ...extra }
  }

  #readTokenIds(value: unknown, path: string): NftTokenIdRanges {
    const max = groupRuleLimits.tokenIds
    if (!Array.isArray(value) || value.length === 0 || value.length > groupRuleLimits.tokenIds) {
      this.#values.addError(path, 'ids', { max })
      return []
    }
    const before = this.#values.errors.length
    const ranges = value.map((entry, index) => this.#readRange(entry, `${path}[${index}]`))
    if (this.#values.errors.length > before) return []
    const count = ranges.reduce((sum, { from, to }) => sum + to - from + 1n, 0n)
    if (count > BigInt(groupRuleLimits.tokenIds)) {
      this.#values.addError(path, 'ids', { max })
      return []
    }
    this.#tokenIds += Number(count)
    if (this.#tokenIds > groupRuleLimits.tokenIdsInAll)
      this.#values.addError(path, 'ids_in_all', { max: groupRuleLimits.tokenIdsInAll })
    const tokenIds = ranges.map(({ from, to }) => (from === to ? String(from) : { from: String(from), to: String(to) }))
    if (expandNftTokenIdRanges(tokenIds).length < Number(count)) this.#values.addError(path, 'ids_twice')
    return tokenIds
  }

  #readRange(entry: unknown, path: string): { from: bigint; to: bigint } {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      const id = BigInt(this.#values.readNumber(entry, path, 0n) || 0)
      return { from: id, to: id }
    }
    this.#values.rejectUnknownMembers(entry as UnvalidatedJsonObject, ['from', 'to'], path, 'a range')
    const { from, to } = entry as UnvalidatedJsonObject
    const range = {
      from: BigInt(this.#values.readNumber(from, `${path}.from`, 0n) || 0),
      to: BigInt(this.#values.readNumber(to, `${path}.to`, 0n) || maxUint256),
    }
    if (range.to < range.from) this.#values.addError(`${path}.to`, 'range')
    return range
  }

  #readSum(given: UnvalidatedJsonObject, path: string): GroupRule | null {
    const list = given.of
    if (!Array.isArray(list) || list.length === 0 || list.length > groupRuleLimits.places)
      return this.#values.addError(`${path}.of`, 'places', { max: groupRuleLimits.places })
    const seen = new Set<string>()
    let isOpen = false
    const of = list.map((entry: unknown, index): BalanceSumSource => {
      const place = `${path}.of[${index}]`
      const read = this.#readPlace(entry, place)
      isOpen ||= read.isOpen
      const key = getTokenContractKey(read.place.chain, read.place.contract)
      if (seen.has(key)) this.#values.addError(place, 'place_twice')
      seen.add(key)
      return read.place
    })
    return { type: 'sum', of, atLeast: this.#values.readTotal(given.atLeast, `${path}.atLeast`, isOpen ? [] : of) }
  }

  #readPlace(entry: unknown, path: string): { place: BalanceSumSource; isOpen: boolean } {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      this.#values.addError(path, 'place')
      return { place: { chain: '' }, isOpen: true }
    }
    const given = entry as UnvalidatedJsonObject
    this.#values.rejectUnknownMembers(given, ['chain', 'contract', 'token'], path, 'an entry of "of"')
    const chain = this.#values.readChain(given.chain, `${path}.chain`)
    if (given.contract === undefined) {
      const givenToken =
        given.token === undefined ? undefined : this.#tokens.readGivenToken(given.token, `${path}.token`)
      return { place: { chain, token: this.#tokens.describeNativeCoin(chain, givenToken) }, isOpen: false }
    }
    const { contract, token, isOpen } = this.#tokens.readContract(given, {
      chain,
      path,
      type: 'erc20',
      isNeeded: this.#tokens.isReadFromChains,
    })
    if (token?.decimals === null) this.#values.addError(`${path}.contract`, 'place_decimals')
    return { place: { chain, contract, ...omitUndefinedToken({ token }) }, isOpen }
  }
}

const omitUndefinedToken = ({
  token,
}: {
  token: GroupRuleTokenMetadata | undefined
}): { token?: GroupRuleTokenMetadata } => (token === undefined ? {} : { token })

// Reads what somebody wrote as a rule, strictly, with every fault by its path, into one spelling. What only a chain knows (a contract's own
// name, its decimals) is asked for: reading is begun again when it is there (`resolve-rule-tokens.ts`).
import type { GroupRuleErrorCode } from '@countersign/api/group-rule-errors'
import { toChecksumAddress } from '@countersign/message'
import { parseAccountId } from '../../chains/families/chain-family-registry.ts'
import { knownChainNames } from '../../platform/chain-settings.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { isDecimalAmount, parseTokenAmount } from './token-amount.ts'
import { expandTokenIds, getTokenKey } from '../../store/groups/group-rule.ts'
import { createRuleError, createRuleErrorDetail } from './rule-error.ts'
import type { RuleError } from './rule-error.ts'
import type {
  RuleCondition,
  GroupRule,
  SumSource,
  TokenIds,
  TokenMetadata,
  WalletListCondition,
} from '../../store/groups/group-rule.ts'
import { sanitizeTokenText } from './sanitize-token-text.ts'

/** A token of which a chain has to be asked before the rule can be read. */
export interface TokenRequest {
  chain: string
  /** Its address in lower case, or a name. */
  contract: string
  path: string
}

export type RuleParseResult =
  | { outcome: 'parsed'; rule: GroupRule }
  | { outcome: 'invalid'; faults: RuleError[] }
  | { outcome: 'tokens-needed'; wanted: TokenRequest[] }

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

/** What is known of a contract. */
export type KnownToken =
  /** The kinds that it can be; null where that was read long ago. */
  | { contract: string; kinds: readonly TokenStandard[] | null; token: TokenMetadata }
  /** It stands in the rule as it is now, which was made before tokens were read. */
  | 'not-fetched'
  | { fault: GroupRuleErrorCode }

/** What a rule is read with. */
export interface RuleParseContext {
  /** The chains that can be named. */
  chains: readonly Pick<ChainSettings, 'id' | 'name' | 'nativeSymbol'>[]
  /** By `getTokenKey`; null where a contract may stay unread, because only the form is looked at. */
  tokens: ReadonlyMap<string, KnownToken> | null
  /** Whether what is told of a token in the rule counts: where nothing is kept, and nobody but who tells it is told wrong. */
  trustsGivenTokens?: boolean
}

const syntaxOnlyContext: RuleParseContext = { chains: [], tokens: null }

/** What a rule may be at most, so that whoever signs in never waits for thousands of questions. */
export const ruleLimits = {
  depth: 5,
  parts: 50,
  /** Lists are compared here, and cost no question. */
  wallets: 2000,
  /** Each number is asked for (ownerOf), or is a part of one question to each wallet (balanceOfBatch). */
  tokenIds: 100,
  /** And over all conditions of a rule. */
  tokenIdsInAll: 300,
  places: 20,
} as const
const maxNumber = 2n ** 256n - 1n

/**
 * Reads a rule.
 * @param value as parsed from JSON; nothing about it is assumed
 * @param reading without it, the form alone is looked at
 */
export function parseRule(value: unknown, reading: RuleParseContext = syntaxOnlyContext): RuleParseResult {
  const reader = new RuleParser(reading)
  const rule = reader.parse(value, 'rule', 1)
  if (reader.errors.length > 0) return { outcome: 'invalid', faults: reader.errors }
  if (reader.wanted.length > 0) return { outcome: 'tokens-needed', wanted: reader.wanted }
  return rule === null ? { outcome: 'invalid', faults: reader.errors } : { outcome: 'parsed', rule }
}

const conditionMembers: Readonly<Record<RuleCondition['type'], readonly string[]>> = {
  wallets: ['wallets'],
  erc20: ['chain', 'contract', 'atLeast', 'delegated', 'token'],
  native: ['chain', 'atLeast', 'token'],
  sum: ['of', 'atLeast'],
  erc721: ['chain', 'contract', 'atLeast', 'tokenId', 'tokenIds', 'delegated', 'token'],
  erc1155: ['chain', 'contract', 'tokenId', 'tokenIds', 'atLeast', 'delegated', 'token'],
  name: ['under'],
}
const conditionTypes = Object.keys(conditionMembers) as RuleCondition['type'][]
type RawObject = Record<string, unknown>
type ErrorValues = Parameters<typeof createRuleErrorDetail>[1]

const isEnsNameLike = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= 255 &&
  !/[\s\p{C}]/u.test(value) &&
  value.split('.').every((label) => label !== '')

/** Reads on after a fault, so that all are told at once. */
class RuleParser {
  readonly errors: RuleError[] = []
  readonly wanted: TokenRequest[] = []
  readonly #reading: RuleParseContext
  #parts = 0
  #tokenIds = 0

  constructor(reading: RuleParseContext) {
    this.#reading = reading
  }

  parse(value: unknown, path: string, depth: number, isInAll = false): GroupRule | null {
    this.#parts += 1
    if (this.#parts === ruleLimits.parts + 1) return this.#wrong(path, 'parts', { max: ruleLimits.parts })
    if (this.#parts > ruleLimits.parts) return null
    if (depth > ruleLimits.depth) return this.#wrong(path, 'depth', { max: ruleLimits.depth })
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.#wrong(path, 'object')
    const given = value as RawObject
    for (const joint of ['all', 'any'] as const)
      if (Object.hasOwn(given, joint)) return this.#readJoint(given, joint, path, depth)
    if (Object.hasOwn(given, 'none')) return this.#readNone(given, path, depth, isInAll)
    const type = conditionTypes.find((known) => known === given.type)
    if (type === undefined)
      return this.#wrong(`${path}.type`, 'type', { types: conditionTypes.map((known) => `"${known}"`).join(', ') })
    this.#findStrange(given, ['type', ...conditionMembers[type]], path, `a condition of type "${type}"`)
    return this.#readCondition(type, given, path)
  }

  #findStrange(given: RawObject, known: readonly string[], path: string, what: string): void {
    const strange = Object.keys(given).find((name) => !known.includes(name))
    if (strange !== undefined)
      this.#wrong(`${path}.${strange}`, 'strange', {
        what,
        names: known.filter((name) => name !== 'type').join(', '),
      })
  }

  #readList(given: RawObject, joint: 'all' | 'any' | 'none', path: string): unknown[] | null {
    const rest = Object.keys(given).filter((name) => name !== joint)
    if (rest.length > 0) return this.#wrong(`${path}.${rest[0]}`, 'beside', { joint })
    const list = given[joint]
    // Nobody meets "any" of nothing, and everybody "all" of nothing: neither is what was meant.
    return Array.isArray(list) && list.length > 0 ? list : this.#wrong(`${path}.${joint}`, 'empty')
  }

  #readJoint(given: RawObject, joint: 'all' | 'any', path: string, depth: number): GroupRule | null {
    const list = this.#readList(given, joint, path)
    if (list === null) return null
    const parts = list
      .map((part, index) => this.parse(part, `${path}.${joint}[${index}]`, depth + 1, joint === 'all'))
      .filter((part) => part !== null)
    // Whoever has nothing would meet it.
    if (parts.length > 0 && parts.length === list.length && parts.every((part) => 'none' in part))
      return this.#wrong(`${path}.${joint}`, 'none_alone')
    return joint === 'all' ? { all: parts } : { any: parts }
  }

  #readNone(given: RawObject, path: string, depth: number, isInAll: boolean): GroupRule | null {
    if (!isInAll) return this.#wrong(path, 'none_place')
    const list = this.#readList(given, 'none', path)
    if (list === null) return null
    const none: WalletListCondition[] = []
    for (const [index, part] of list.entries()) {
      const partPath = `${path}.none[${index}]`
      // What somebody holds they could leave at home; which wallets they have had here is known.
      if (typeof part === 'object' && part !== null && (part as RawObject).type === 'wallets') {
        const read = this.parse(part, partPath, depth + 1)
        if (read !== null) none.push(read as WalletListCondition)
      } else this.#wrong(partPath, 'none_wallets')
    }
    return { none }
  }

  #readCondition(type: RuleCondition['type'], given: RawObject, path: string): GroupRule | null {
    if (type === 'wallets') return { type, wallets: this.#readWallets(given.wallets, `${path}.wallets`) }
    if (type === 'name') return { type, under: this.#readName(given.under, `${path}.under`) }
    if (type === 'sum') return this.#readSum(given, path)
    const chain = this.#readChain(given.chain, `${path}.chain`)
    if (type === 'native') {
      const told = given.token === undefined ? undefined : this.#readTold(given.token, `${path}.token`)
      const token = this.#coinOf(chain, told)
      return { type, chain, atLeast: this.#readAmount(given.atLeast, `${path}.atLeast`, token), token }
    }
    const inUnit = type === 'erc20' && typeof given.atLeast === 'string' && isDecimalAmount(given.atLeast)
    const found = this.#readContract(given, { chain, path, type, isNeeded: inUnit })
    const place = { chain, contract: found.contract }
    const extra = {
      ...this.#readDelegated(given.delegated, `${path}.delegated`),
      ...omitUndefinedToken({ token: found.token }),
    }
    if (type === 'erc20')
      return {
        type,
        ...place,
        atLeast: this.#readAmount(given.atLeast, `${path}.atLeast`, found.isOpen ? 'open' : found.token),
        ...extra,
      }
    return this.#readNumbered(type, given, path, place, extra)
  }

  /** Of a collection: how many, of which numbers. */
  #readNumbered(
    type: 'erc721' | 'erc1155',
    given: RawObject,
    path: string,
    place: { chain: string; contract: string },
    extra: { delegated?: true; token?: TokenMetadata },
  ): GroupRule | null {
    const atLeast = (): string => this.#readNumber(given.atLeast ?? '1', `${path}.atLeast`, 1n)
    if (given.tokenIds !== undefined) {
      if (given.tokenId !== undefined) return this.#wrong(`${path}.tokenId`, 'id_beside_ids')
      const tokenIds = this.#readTokenIds(given.tokenIds, `${path}.tokenIds`)
      const numbered = { ...place, tokenIds, atLeast: atLeast(), ...extra }
      return type === 'erc721' ? { type, ...numbered } : { type, ...numbered }
    }
    const tokenId = (): string => this.#readNumber(given.tokenId, `${path}.tokenId`, 0n)
    if (type === 'erc1155') return { type, ...place, tokenId: tokenId(), atLeast: atLeast(), ...extra }
    if (given.tokenId === undefined) return { type, ...place, atLeast: atLeast(), ...extra }
    if (given.atLeast !== undefined) return this.#wrong(`${path}.atLeast`, 'amount_beside_id')
    return { type, ...place, tokenId: tokenId(), ...extra }
  }

  #readTokenIds(value: unknown, path: string): TokenIds {
    const max = ruleLimits.tokenIds
    if (!Array.isArray(value) || value.length === 0 || value.length > ruleLimits.tokenIds) {
      this.#wrong(path, 'ids', { max })
      return []
    }
    const before = this.errors.length
    const ranges = value.map((entry, index) => this.#readRange(entry, `${path}[${index}]`))
    if (this.errors.length > before) return []
    const count = ranges.reduce((sum, { from, to }) => sum + to - from + 1n, 0n)
    if (count > BigInt(ruleLimits.tokenIds)) {
      this.#wrong(path, 'ids', { max })
      return []
    }
    this.#tokenIds += Number(count)
    if (this.#tokenIds > ruleLimits.tokenIdsInAll) this.#wrong(path, 'ids_in_all', { max: ruleLimits.tokenIdsInAll })
    const tokenIds = ranges.map(({ from, to }) => (from === to ? String(from) : { from: String(from), to: String(to) }))
    if (expandTokenIds(tokenIds).length < Number(count)) this.#wrong(path, 'ids_twice')
    return tokenIds
  }

  #readRange(entry: unknown, path: string): { from: bigint; to: bigint } {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      const id = BigInt(this.#readNumber(entry, path, 0n) || 0)
      return { from: id, to: id }
    }
    this.#findStrange(entry as RawObject, ['from', 'to'], path, 'a range')
    const { from, to } = entry as RawObject
    const range = {
      from: BigInt(this.#readNumber(from, `${path}.from`, 0n) || 0),
      to: BigInt(this.#readNumber(to, `${path}.to`, 0n) || maxNumber),
    }
    if (range.to < range.from) this.#wrong(`${path}.to`, 'range')
    return range
  }

  #readSum(given: RawObject, path: string): GroupRule | null {
    const list = given.of
    if (!Array.isArray(list) || list.length === 0 || list.length > ruleLimits.places)
      return this.#wrong(`${path}.of`, 'places', { max: ruleLimits.places })
    const seen = new Set<string>()
    let isOpen = false
    const of = list.map((entry: unknown, index): SumSource => {
      const place = `${path}.of[${index}]`
      const read = this.#readPlace(entry, place)
      isOpen ||= read.isOpen
      const key = getTokenKey(read.place.chain, read.place.contract)
      if (seen.has(key)) this.#wrong(place, 'place_twice')
      seen.add(key)
      return read.place
    })
    return { type: 'sum', of, atLeast: this.#readTotal(given.atLeast, `${path}.atLeast`, isOpen ? [] : of) }
  }

  #readPlace(entry: unknown, path: string): { place: SumSource; isOpen: boolean } {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      this.#wrong(path, 'place')
      return { place: { chain: '' }, isOpen: true }
    }
    const given = entry as RawObject
    this.#findStrange(given, ['chain', 'contract', 'token'], path, 'a place')
    const chain = this.#readChain(given.chain, `${path}.chain`)
    if (given.contract === undefined) {
      const told = given.token === undefined ? undefined : this.#readTold(given.token, `${path}.token`)
      return { place: { chain, token: this.#coinOf(chain, told) }, isOpen: false }
    }
    const { contract, token, isOpen } = this.#readContract(given, {
      chain,
      path,
      type: 'erc20',
      isNeeded: this.#reading.tokens !== null,
    })
    if (token?.decimals === null) this.#wrong(`${path}.contract`, 'place_decimals')
    return { place: { chain, contract, ...omitUndefinedToken({ token }) }, isOpen }
  }

  /** A decimal number, in the units of the places. */
  #readTotal(value: unknown, path: string, of: readonly SumSource[]): string {
    const text = typeof value === 'number' ? String(value) : value
    const [, whole, fraction = '', unit] =
      (typeof text === 'string' && /^(0|[1-9][0-9]{0,77})(?:\.([0-9]{1,77}))?(?:\s+(.+))?$/.exec(text.trim())) || []
    const digits = fraction.replace(/0+$/, '')
    if (whole === undefined || (whole === '0' && digits === '')) return this.#no(path, 'total')
    const symbols = new Set(of.map(({ token }) => token?.symbol?.toLowerCase()))
    if (unit !== undefined && of.length > 0 && !(symbols.size === 1 && symbols.has(unit.trim().toLowerCase())))
      return this.#no(path, 'total_unit')
    const max = Math.max(0, ...of.map(({ token }) => token?.decimals ?? 77))
    if (of.length > 0 && digits.length > max) return this.#no(path, 'total_decimals', { given: digits.length, max })
    return digits === '' ? whole : `${whole}.${digits}`
  }

  /** The coin of every EVM chain counts in wei, of which 18 digits stand behind the point (Yellow Paper, 2.1). */
  #coinOf(chain: string, told: TokenMetadata | undefined): TokenMetadata {
    const symbol = this.#reading.chains.find(({ id }) => id === chain)?.nativeSymbol
    return { symbol: symbol ?? told?.symbol ?? null, name: null, decimals: 18 }
  }

  /** A contract by its address or name, with what is known of its token. */
  #readContract(
    given: RawObject,
    { chain, path, type, isNeeded }: { chain: string; path: string; type: TokenStandard; isNeeded: boolean },
  ): { contract: string; token: TokenMetadata | undefined; isOpen: boolean } {
    const { tokens, trustsGivenTokens = false } = this.#reading
    const isName = isEnsNameLike(given.contract) && given.contract.includes('.')
    const contract = isName ? (given.contract as string) : this.#readAddress(given.contract, `${path}.contract`)
    const told = given.token === undefined ? undefined : this.#readTold(given.token, `${path}.token`)
    if (contract === '' || chain === '') return { contract, token: undefined, isOpen: true }
    const known = tokens?.get(getTokenKey(chain, contract))
    if (known === undefined || known === 'not-fetched') {
      const mayStay =
        known === 'not-fetched' ? told === undefined : tokens === null || (trustsGivenTokens && told !== undefined)
      if (mayStay && !isName && (!isNeeded || told !== undefined)) return { contract, token: told, isOpen: false }
      this.wanted.push({ chain, contract, path: `${path}.contract` })
      return { contract, token: undefined, isOpen: true }
    }
    if ('fault' in known) this.#wrong(`${path}.contract`, known.fault)
    else if (known.kinds !== null && !known.kinds.includes(type))
      this.#wrong(`${path}.contract`, 'token_kind', { type, kinds: known.kinds.join('" or "') })
    else return { contract: known.contract, token: known.token, isOpen: false }
    return { contract, token: undefined, isOpen: true }
  }

  /** What somebody says of a token is believed nowhere; its form is looked at, because rules are read from files too. */
  #readTold(value: unknown, path: string): TokenMetadata | undefined {
    const { symbol, name, decimals, ensName, ...rest } = (
      typeof value === 'object' && value !== null ? value : {}
    ) as RawObject
    const isText = (text: unknown): text is string | null => text === null || typeof text === 'string'
    const isCount = (count: unknown): count is number | null =>
      count === null || (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= 77)
    if (!isText(symbol) || !isText(name) || !isCount(decimals) || Object.keys(rest).length > 0) {
      this.#wrong(path, 'token_told')
      return undefined
    }
    return {
      symbol: symbol === null ? null : sanitizeTokenText(symbol, 'symbol'),
      name: name === null ? null : sanitizeTokenText(name, 'name'),
      decimals,
      ...(isEnsNameLike(ensName) && { ensName }),
    }
  }

  #readDelegated(value: unknown, path: string): { delegated?: true } {
    if (value === true) return { delegated: true }
    if (value !== undefined && value !== false) this.#wrong(path, 'truth')
    return {}
  }

  #readWallets(value: unknown, path: string): string[] {
    if (!Array.isArray(value) || value.length === 0 || value.length > ruleLimits.wallets) {
      this.#wrong(path, 'wallets', { max: ruleLimits.wallets })
      return []
    }
    const wallets = value.map((wallet, index) => this.#readWallet(wallet, `${path}[${index}]`))
    const seen = new Set<string>()
    for (const [index, wallet] of wallets.entries()) {
      if (wallet !== '' && seen.has(wallet)) this.#wrong(`${path}[${index}]`, 'wallet_twice')
      seen.add(wallet)
    }
    return wallets
  }

  #readWallet(value: unknown, path: string): string {
    const [, chain, address] = typeof value === 'string' ? (/^(?:eip155:([^:]*):)?(.*)$/s.exec(value) ?? []) : []
    // A whole account (CAIP-10) of another family is its key, on whichever chain: kept in one spelling.
    const other = typeof value === 'string' ? parseAccountId(value) : null
    if (other !== null && other.namespace !== 'eip155') return other.address
    if (address === undefined || !/^0x[0-9a-fA-F]{40}$/.test(address)) return this.#no(path, 'wallet')
    const canonical = this.#readAddress(address, path)
    return chain === undefined ? canonical : `eip155:${this.#readChain(chain, path)}:${canonical}`
  }

  #readAddress(value: unknown, path: string): string {
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) return this.#no(path, 'address')
    const digits = value.slice(2)
    // ERC-55: who writes both cases has written down a checksum, and a wrong one is a slip.
    const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    if (isMixed && value !== toChecksumAddress(value)) return this.#no(path, 'checksum')
    return value.toLowerCase()
  }

  #readChain(value: unknown, path: string): string {
    const id = findChainId(value, this.#reading.chains)
    return id ?? this.#no(path, 'chain')
  }

  /** @param unit undefined where nothing is known of it, "open" where it is still to be read */
  #readAmount(value: unknown, path: string, unit: TokenMetadata | undefined | 'open'): string {
    if (typeof value !== 'string' || !isDecimalAmount(value)) return this.#readNumber(value, path, 1n)
    if (unit === 'open') return ''
    const parsed = parseTokenAmount(value, unit ?? { symbol: null, decimals: null })
    if ('fault' in parsed) return this.#no(path, parsed.fault.code, parsed.fault.values)
    return parsed.exact === 0n ? this.#no(path, 'amount_zero') : String(parsed.exact)
  }

  #readNumber(value: unknown, path: string, least: bigint): string {
    // JSON has no numbers beyond 2^53 that arrive as they were written.
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    const isNumber =
      typeof text === 'string' &&
      /^(0|[1-9][0-9]{0,77})$/.test(text) &&
      BigInt(text) >= least &&
      BigInt(text) <= maxNumber
    return isNumber ? text : this.#no(path, 'number', { least })
  }

  #readName(value: unknown, path: string): string {
    return isEnsNameLike(value) ? value : this.#no(path, 'name')
  }

  #no(path: string, code: GroupRuleErrorCode, values?: ErrorValues): string {
    this.#wrong(path, code, values)
    return ''
  }

  #wrong(path: string, code: GroupRuleErrorCode, values?: ErrorValues): null {
    this.errors.push(createRuleError(path, createRuleErrorDetail(code, values)))
    return null
  }
}

const omitUndefinedToken = ({ token }: { token: TokenMetadata | undefined }): { token?: TokenMetadata } =>
  token === undefined ? {} : { token }

const foldName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/**
 * Which chain is meant, by its id or by its name.
 * @returns its id; null where none is
 */
export function findChainId(value: unknown, chains: readonly Pick<ChainSettings, 'id' | 'name'>[]): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  if (/^[1-9][0-9]{0,15}$/.test(text)) return Number(text) <= Number.MAX_SAFE_INTEGER ? text : null
  const isMeant = (name: string): boolean => foldName(name) === foldName(text)
  const own = chains.find(({ name }) => isMeant(name))
  return own?.id ?? Object.entries(knownChainNames).find(([, name]) => isMeant(name))?.[0] ?? null
}

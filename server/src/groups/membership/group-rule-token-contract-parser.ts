import { getTokenContractKey } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleTokenMetadata } from '../../store/groups/group-rule-types.ts'
import type { TokenMetadataRequest, GroupRuleParseContext, TokenStandard } from './group-rule-parse-context.ts'
import { GroupRuleValueParser, isEnsNameLike } from './group-rule-value-parser.ts'
import type { UnvalidatedJsonObject } from './group-rule-value-parser.ts'
import { sanitizeOnchainTokenText } from './sanitize-onchain-token-text.ts'

export class GroupRuleTokenContractParser {
  readonly wanted: TokenMetadataRequest[] = []
  readonly #reading: GroupRuleParseContext
  readonly #values: GroupRuleValueParser

  constructor(reading: GroupRuleParseContext, values: GroupRuleValueParser) {
    this.#reading = reading
    this.#values = values
  }

  get isReadFromChains(): boolean {
    return this.#reading.tokens !== null
  }

  /** Native coins have 18 decimals on every EVM chain (Yellow Paper, 2.1). */
  describeNativeCoin(chain: string, told: GroupRuleTokenMetadata | undefined): GroupRuleTokenMetadata {
    const symbol = this.#reading.chains.find(({ id }) => id === chain)?.nativeSymbol
    return { symbol: symbol ?? told?.symbol ?? null, name: null, decimals: 18 }
  }

  readContract(
    given: UnvalidatedJsonObject,
    { chain, path, type, isNeeded }: { chain: string; path: string; type: TokenStandard; isNeeded: boolean },
  ): { contract: string; token: GroupRuleTokenMetadata | undefined; isOpen: boolean } {
    const { tokens, trustsGivenTokens = false } = this.#reading
    const isName = isEnsNameLike(given.contract) && given.contract.includes('.')
    const contract = isName ? (given.contract as string) : this.#values.readAddress(given.contract, `${path}.contract`)
    const givenToken = given.token === undefined ? undefined : this.readGivenToken(given.token, `${path}.token`)
    if (contract === '' || chain === '') return { contract, token: undefined, isOpen: true }
    const known = tokens?.get(getTokenContractKey(chain, contract))
    if (known === undefined || known === 'not-fetched') {
      const mayStay =
        known === 'not-fetched'
          ? givenToken === undefined
          : tokens === null || (trustsGivenTokens && givenToken !== undefined)
      if (mayStay && !isName && (!isNeeded || givenToken !== undefined))
        return { contract, token: givenToken, isOpen: false }
      this.wanted.push({ chain, contract, path: `${path}.contract` })
      return { contract, token: undefined, isOpen: true }
    }
    if ('fault' in known) this.#values.addError(`${path}.contract`, known.fault)
    else if (known.kinds !== null && !known.kinds.includes(type))
      this.#values.addError(`${path}.contract`, 'token_kind', { type, kinds: known.kinds.join('" or "') })
    else return { contract: known.contract, token: known.token, isOpen: false }
    return { contract, token: undefined, isOpen: true }
  }

  /** Metadata in the rule is not trusted; this only checks its form. */
  readGivenToken(value: unknown, path: string): GroupRuleTokenMetadata | undefined {
    const { symbol, name, decimals, ensName, ...rest } = (
      typeof value === 'object' && value !== null ? value : {}
    ) as UnvalidatedJsonObject
    const isText = (text: unknown): text is string | null => text === null || typeof text === 'string'
    const isCount = (count: unknown): count is number | null =>
      count === null || (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= 77)
    if (!isText(symbol) || !isText(name) || !isCount(decimals) || Object.keys(rest).length > 0) {
      this.#values.addError(path, 'token_told')
      return undefined
    }
    return {
      symbol: symbol === null ? null : sanitizeOnchainTokenText(symbol, 'symbol'),
      name: name === null ? null : sanitizeOnchainTokenText(name, 'name'),
      decimals,
      ...(isEnsNameLike(ensName) && { ensName }),
    }
  }
}

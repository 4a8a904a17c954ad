// Parses a rule, reads missing token metadata from chains, and parses the rule again.
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { getChainIdAndName } from '../../platform/chain-settings.ts'
import { parseGroupRule } from './parse-group-rule.ts'
import type {
  TokenContractMetadataState,
  GroupRuleParseResult,
  GroupRuleParseContext,
  TokenMetadataRequest,
} from './group-rule-parse-context.ts'
import { fetchTokenMetadata } from './fetch-token-metadata.ts'
import { createUnconfiguredRuleChainErrors } from './validate-group-definition.ts'
import { listGroupRuleConditions, getTokenContractKey } from '../../store/groups/group-rule-types.ts'
import type { GroupRule, BalanceSumSource } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleError } from './create-group-rule-error.ts'

export interface UnavailableChainResult {
  outcome: 'unavailable'
  chain: string
  message: string
}

/** `before` are stored rules, whose token metadata is not read again. */
export async function resolveGroupRuleTokenContracts<Read extends { outcome: string }>(
  read: (reading: GroupRuleParseContext) => Read | { outcome: 'tokens-needed'; wanted: TokenMetadataRequest[] },
  chains: ConfiguredChains,
  before: readonly GroupRule[],
  tokenTrust: Pick<GroupRuleParseContext, 'trustsGivenTokens'> = {},
): Promise<
  | Exclude<Read, { outcome: 'tokens-needed' }>
  | { outcome: 'invalid'; errors: GroupRuleError[] }
  | UnavailableChainResult
> {
  const tokens = collectKnownTokens(before)
  const reading: GroupRuleParseContext = {
    chains: [...chains.values()].map(({ settings }) => settings),
    tokens,
    ...tokenTrust,
  }
  const first = read(reading)
  if (!needsTokens(first)) return first as Exclude<Read, { outcome: 'tokens-needed' }>
  const lacking = first.wanted.filter(({ chain }) => !chains.has(chain))
  if (lacking.length > 0)
    return {
      outcome: 'invalid',
      errors: createUnconfiguredRuleChainErrors(
        lacking.map(({ chain }) => chain),
        reading.chains,
      ),
    }
  const wanted = new Map(
    first.wanted.map(({ chain, contract }) => [getTokenContractKey(chain, contract), { chain, contract }]),
  )
  const readings = await Promise.all(
    [...wanted].map(async ([key, place]) => ({ key, found: await fetchTokenMetadata(chains, place) })),
  )
  for (const { key, found } of readings) {
    if (found.outcome === 'unavailable') return toUnavailableChain(chains, found)
    tokens.set(key, found.outcome === 'found' ? found : { fault: `token_${found.fault}` })
  }
  const second = read(reading)
  if (needsTokens(second)) throw new Error('The rule still requests tokens after all requested tokens were read')
  return second as Exclude<Read, { outcome: 'tokens-needed' }>
}

const needsTokens = (read: { outcome: string }): read is { outcome: 'tokens-needed'; wanted: TokenMetadataRequest[] } =>
  read.outcome === 'tokens-needed'

/** Trusts token metadata in the rule, and works without metadata if a chain is unreachable. */
export async function resolveGroupRuleForPreview(
  value: unknown,
  chains: ConfiguredChains,
): Promise<Exclude<GroupRuleParseResult, { outcome: 'tokens-needed' }> | UnavailableChainResult> {
  const read = await resolveGroupRuleTokenContracts<GroupRuleParseResult>(
    (reading) => parseGroupRule(value, reading),
    chains,
    [],
    {
      trustsGivenTokens: true,
    },
  )
  if (read.outcome !== 'unavailable') return read
  const form = parseGroupRule(value, { chains: [...chains.values()].map(({ settings }) => settings), tokens: null })
  return form.outcome === 'tokens-needed' ? read : form
}

function collectKnownTokens(before: readonly GroupRule[]): Map<string, TokenContractMetadataState> {
  const places = before.flatMap(listGroupRuleConditions).flatMap((condition): BalanceSumSource[] => {
    if (condition.type === 'sum') return condition.of
    return 'contract' in condition ? [condition] : []
  })
  const tokens = new Map<string, TokenContractMetadataState>()
  for (const { chain, contract, token } of places) {
    if (contract === undefined) continue
    const key = getTokenContractKey(chain, contract)
    if (token !== undefined) tokens.set(key, { contract, kinds: null, token })
    else if (!tokens.has(key)) tokens.set(key, 'not-fetched')
  }
  return tokens
}

function toUnavailableChain(
  chains: ConfiguredChains,
  { chain, reason }: { chain: string; reason: string },
): UnavailableChainResult {
  const { name } = getChainIdAndName(
    [...chains.values()].map(({ settings }) => settings),
    chain,
  )
  return { outcome: 'unavailable', chain, message: `${name} (chain ${chain}) cannot be read right now: ${reason}` }
}

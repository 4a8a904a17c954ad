// Makes what somebody wrote complete: reads it, asks the chains once what it needs to know of tokens, and reads it again. What the rule that it
// replaces knows of a token stays as it is.
import type { Chains } from '../../platform/chain-settings.ts'
import { describeChain } from '../../platform/chain-settings.ts'
import { readRule } from './read-rule.ts'
import type { KnownToken, ReadRule, RuleReading, WantedToken } from './read-rule.ts'
import { readToken } from './read-token.ts'
import { lackingFaults } from './definition.ts'
import { listConditions, placeKey } from '../../store/groups/rule.ts'
import type { Rule, SumPlace } from '../../store/groups/rule.ts'
import type { RuleFault } from './rule-fault.ts'

/** A chain that a rule needs could not be read: that says nothing about the rule. */
export interface Unavailable {
  outcome: 'unavailable'
  chain: string
  /** For people who run the server. */
  message: string
}

/**
 * Reads a thing that has rules in it until nothing is open.
 * @param read is called again once the tokens are known that it wanted
 * @param before the rules that there are already
 * @param told what of tokens that are told in the rule counts
 */
export async function complete<Read extends { outcome: string }>(
  read: (reading: RuleReading) => Read | { outcome: 'open'; wanted: WantedToken[] },
  chains: Chains,
  before: readonly Rule[],
  told: Pick<RuleReading, 'believesTold'> = {},
): Promise<Exclude<Read, { outcome: 'open' }> | { outcome: 'faulty'; faults: RuleFault[] } | Unavailable> {
  const tokens = knownTokens(before)
  const reading: RuleReading = { chains: [...chains.values()].map(({ settings }) => settings), tokens, ...told }
  const first = read(reading)
  if (!isOpen(first)) return first as Exclude<Read, { outcome: 'open' }>
  const lacking = first.wanted.filter(({ chain }) => !chains.has(chain))
  if (lacking.length > 0)
    return {
      outcome: 'faulty',
      faults: lackingFaults(
        lacking.map(({ chain }) => chain),
        reading.chains,
      ),
    }
  const wanted = new Map(first.wanted.map(({ chain, contract }) => [placeKey(chain, contract), { chain, contract }]))
  const readings = await Promise.all(
    [...wanted].map(async ([key, place]) => ({ key, found: await readToken(chains, place) })),
  )
  for (const { key, found } of readings) {
    if (found.outcome === 'unavailable') return unavailable(chains, found)
    tokens.set(key, found.outcome === 'found' ? found : { fault: `token_${found.fault}` })
  }
  const second = read(reading)
  if (isOpen(second)) throw new Error('A rule is open although all that it wanted was read')
  return second as Exclude<Read, { outcome: 'open' }>
}

const isOpen = (read: { outcome: string }): read is { outcome: 'open'; wanted: WantedToken[] } =>
  read.outcome === 'open'

/**
 * Reads a rule that is not kept. What it tells of its tokens counts, and where a chain cannot be read, they stay unread: the rule may still be looked at.
 */
export async function completeForNow(
  value: unknown,
  chains: Chains,
): Promise<Exclude<ReadRule, { outcome: 'open' }> | Unavailable> {
  const read = await complete<ReadRule>((reading) => readRule(value, reading), chains, [], { believesTold: true })
  if (read.outcome !== 'unavailable') return read
  const form = readRule(value, { chains: [...chains.values()].map(({ settings }) => settings), tokens: null })
  return form.outcome === 'open' ? read : form
}

function knownTokens(before: readonly Rule[]): Map<string, KnownToken> {
  const places = before.flatMap(listConditions).flatMap((condition): SumPlace[] => {
    if (condition.type === 'sum') return condition.of
    return 'contract' in condition ? [condition] : []
  })
  const tokens = new Map<string, KnownToken>()
  for (const { chain, contract, token } of places) {
    if (contract === undefined) continue
    const key = placeKey(chain, contract)
    if (token !== undefined) tokens.set(key, { contract, kinds: null, token })
    else if (!tokens.has(key)) tokens.set(key, 'unread')
  }
  return tokens
}

function unavailable(chains: Chains, { chain, reason }: { chain: string; reason: string }): Unavailable {
  const { name } = describeChain(
    [...chains.values()].map(({ settings }) => settings),
    chain,
  )
  return { outcome: 'unavailable', chain, message: `${name} (chain ${chain}) cannot be read now: ${reason}` }
}

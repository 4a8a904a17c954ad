// `countersign group check`: reads the rule of a group for somebody, now, and explains part by part why they belong or do not.
import type { Command } from './command.ts'
import { createChains } from '../chain/reader/chains.ts'
import { evaluate } from '../chain/groups/evaluate.ts'
import { namesSince } from '../chain/groups/freshness.ts'
import { describePart, describeWhy, nameWallet } from '../chain/groups/describe-rule.ts'
import { holderOf, listHolders } from '../chain/groups/holders.ts'
import type { Rule } from '../chain/groups/rule.ts'
import type { Holder, Outcome, Verdict } from '../chain/groups/verdict.ts'
import { findGroup } from '../chain/groups/store.ts'
import type { HeldWallet } from '../chain/groups/wallet-list.ts'
import type { ChainSettings } from '../platform/chain-settings.ts'
import { systemClock } from '../platform/clock.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { createMetrics } from '../platform/metrics.ts'
import { readAccount } from '../identity/wallets/store.ts'
import { readArguments, refused, withDatabase } from './application-command.ts'
import { unknownGroup } from './group-change.ts'
import { visible } from './inspect-visible.ts'
import { findPersonId } from './person-status.ts'

const usage = 'group check ID ADDRESS|PERSON'

/** What a script reads. */
export const exitCodes: Readonly<Record<Outcome, number>> = { holds: 0, not: 1, unknown: 3 }

export const groupCheck: Command = {
  usage,
  about:
    'Explains why somebody belongs to a group or not, part by part. Ends with 0, 1 where not, 3 where it cannot be read.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: {}, count: 2 })
    if (given === null) return 2
    const [id, who] = given.operands as [string, string]
    return withDatabase(
      'read',
      async ({ settings, queries, now }) => {
        const group = await findGroup(queries, id)
        if (group === undefined) return unknownGroup(id)
        const found = await findHolder(queries, who, group.rule)
        if (found === undefined) {
          return refused(
            `There is nobody with the id ${visible(who)}. A wallet is written 0x…, or eip155:CHAIN:0x… for a contract wallet.`,
          )
        }
        console.log(found.said)
        const chains = createChains(settings, systemClock, createMetrics())
        const [verdict] = await evaluate(chains, [{ rule: group.rule, ...found.holder }], {
          namesSince: namesSince(settings.limits, now),
          everyPart: true,
        })
        if (verdict === undefined) throw new Error('One rule was asked, and none was answered')
        console.log(`\n${explain(verdict, settings.chains).join('\n')}\n\n${conclusions[verdict.outcome]} "${id}".`)
        return exitCodes[verdict.outcome]
      },
      'group',
    )
  },
}

const conclusions: Readonly<Record<Outcome, string>> = {
  holds: 'Belongs to',
  not: 'Does not belong to',
  unknown: 'It cannot be read now who belongs to',
}

/** The wallets of a person; of an address that is nobody's yet, that alone. */
async function findHolder(
  queries: Queries,
  who: string,
  rule: Rule,
): Promise<{ said: string; holder: Holder } | undefined> {
  const account = readAccount(who)
  const found = await findPersonId({ queries }, who)
  // Applications are told of a plain key as on chain 1; unless it is a contract there, that is who is meant.
  if (found === undefined && account?.chainReference === '1') return findHolder(queries, account.address, rule)
  const person =
    found === undefined
      ? undefined
      : await queries.selectFrom('people').select('id').where('id', '=', found).executeTakeFirst()
  if (person !== undefined) {
    const holder = holderOf(await listHolders(queries, [person.id], [rule]), person.id)
    const { wallets } = holder
    return {
      said: `Person ${person.id}, with ${wallets.length === 0 ? 'no wallet' : wallets.map(nameWallet).join(', ')}`,
      holder,
    }
  }
  if (account === null) return undefined
  const wallet: HeldWallet = {
    ...account,
    id: who,
    name: null,
    nameReadAt: null,
    proof: null,
  }
  return { said: `${nameWallet(wallet)}, which has not signed in yet`, holder: { wallets: [wallet] } }
}

const marks: Readonly<Record<Outcome, string>> = { holds: 'yes', not: 'no ', unknown: '?  ' }

/** A verdict in lines, its parts indented. */
export function explain(verdict: Verdict, chains: readonly ChainSettings[]): string[] {
  const { rule, outcome, block, parts } = verdict
  if (parts.length > 0)
    return [
      `${marks[outcome]}  ${'all' in rule ? 'all of' : 'one of'}`,
      ...parts.flatMap((part) => explain(part, chains)).map((line) => `  ${line}`),
    ]
  const why = [describeWhy(verdict), block === null ? null : `block ${block.number}`].filter((text) => text !== null)
  return [`${marks[outcome]}  ${describePart(rule, chains)}${why.length === 0 ? '' : `: ${why.join(', ')}`}`]
}

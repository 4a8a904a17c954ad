// `countersign group check`: reads the rule of a group for somebody, now, and explains part by part why they belong or do not.
import type { Command } from './command.ts'
import { toChecksumAddress } from '@countersign/message'
import { createChains } from '../chain/reader/chains.ts'
import { evaluate } from '../chain/groups/evaluate.ts'
import { namesSince } from '../chain/groups/freshness.ts'
import { listHeldWallets } from '../chain/groups/held-wallets.ts'
import { describeCondition } from '../chain/groups/rule-verdict.ts'
import type { Outcome, Verdict } from '../chain/groups/rule-verdict.ts'
import { findGroup } from '../chain/groups/store.ts'
import type { HeldWallet } from '../chain/groups/wallet-list.ts'
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
const exitCodes: Readonly<Record<Outcome, number>> = { holds: 0, not: 1, unknown: 3 }

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
        const found = await findWallets(queries, who)
        if (found === undefined) {
          return refused(
            `There is nobody with the id ${visible(who)}. A wallet is written 0x…, or eip155:CHAIN:0x… for a contract wallet.`,
          )
        }
        console.log(found.said)
        const chains = createChains(settings, systemClock, createMetrics())
        const [verdict] = await evaluate(chains, [{ rule: group.rule, wallets: found.wallets }], {
          namesSince: namesSince(settings.limits, now),
        })
        if (verdict === undefined) throw new Error('One rule was asked, and none was answered')
        console.log(`\n${explain(verdict).join('\n')}\n\n${conclusions[verdict.outcome]} "${id}".`)
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
async function findWallets(
  queries: Queries,
  who: string,
): Promise<{ said: string; wallets: HeldWallet[] } | undefined> {
  const account = readAccount(who)
  const found = await findPersonId({ queries }, who)
  // Applications are told of a plain key as on chain 1; unless it is a contract there, that is who is meant.
  if (found === undefined && account?.chainReference === '1') return findWallets(queries, account.address)
  const person =
    found === undefined
      ? undefined
      : await queries.selectFrom('people').select('id').where('id', '=', found).executeTakeFirst()
  if (person !== undefined) {
    const wallets = (await listHeldWallets(queries, [person.id])).get(person.id) ?? []
    return {
      said: `Person ${person.id}, with ${wallets.length === 0 ? 'no wallet' : wallets.map(nameOf).join(', ')}`,
      wallets,
    }
  }
  if (account === null) return undefined
  const wallet: HeldWallet = {
    ...account,
    id: who,
    address: account.address.toLowerCase(),
    name: null,
    nameReadAt: null,
    proof: null,
  }
  return { said: `${nameOf(wallet)}, which has not signed in yet`, wallets: [wallet] }
}

const nameOf = ({ kind, chainReference, address }: HeldWallet): string =>
  kind === 'key' ? toChecksumAddress(address) : `eip155:${chainReference}:${toChecksumAddress(address)}`

const marks: Readonly<Record<Outcome, string>> = { holds: 'yes', not: 'no ', unknown: '?  ' }

function explain(verdict: Verdict): string[] {
  const { rule, outcome, wallet, block, reason, parts } = verdict
  if (parts.length > 0)
    return [
      `${marks[outcome]}  ${'all' in rule ? 'all of' : 'one of'}`,
      ...parts.flatMap(explain).map((line) => `  ${line}`),
    ]
  if ('all' in rule || 'any' in rule) return []
  const why = [
    wallet === null ? reason : `by ${nameOf(wallet)}`,
    block === null ? null : `block ${block.number}`,
  ].filter((text) => text !== null)
  return [`${marks[outcome]}  ${describeCondition(rule)}${why.length === 0 ? '' : `: ${why.join(', ')}`}`]
}

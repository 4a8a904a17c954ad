// `countersign group try`: whether an address would meet a rule that is not kept anywhere yet, and why, part by part (dry run).
import type { Command } from './command.ts'
import { outsideFaults } from '../chain/groups/check-outside.ts'
import { completeForNow } from '../chain/groups/complete-rule.ts'
import { nameWallet } from '../chain/groups/describe-rule.ts'
import { tryRuleFor } from '../chain/groups/try-rule.ts'
import { readListedWallet } from '../chain/groups/wallet-list.ts'
import type { Outcome } from '../chain/groups/verdict.ts'
import { createChains } from '../chain/reader/chains.ts'
import { systemClock } from '../platform/clock.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { readArguments, refused, refusedFor } from './application-command.ts'
import { exitCodes, explain } from './group-check.ts'
import { groupOptions, groupOptionsHelp, readRuleOptions } from './group-options.ts'
import { visible } from './inspect-visible.ts'

const usage = 'group try ADDRESS [--erc20 CHAIN:CONTRACT:AMOUNT] …'
const { description: _, ...options } = groupOptions

export const groupTry: Command = {
  usage,
  about:
    'Tries a rule for an address before it is kept, and says why, part by part. Ends with 0, 1 where it is not met, 3 where it cannot be read.',
  details: groupOptionsHelp,
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: `${usage}\n\n${groupOptionsHelp}`, options, count: 1 })
    if (given === null) return 2
    const address = readListedWallet(given.operands[0] as string)
    if (address === null)
      return refused(
        `${visible(given.operands[0] as string)} is no address. A wallet is written 0x…, or eip155:CHAIN:0x… for a contract wallet.`,
      )
    const written = readRuleOptions(given.values)
    if (written === null)
      return refused('There is no rule to try: say by options who would belong, or give --rule FILE.')
    if ('faults' in written) return refusedFor(written.faults)
    const { settings } = loadSettings(process.env)
    const chains = createChains(settings, systemClock)
    const read = await completeForNow(written.rule, chains)
    if (read.outcome === 'unavailable') return refused(`${read.message}. Try again.`)
    const faults = read.outcome === 'faulty' ? read.faults : await outsideFaults(read.rule, chains)
    if (read.outcome === 'faulty' || faults.length > 0) return refusedFor(faults)
    const verdict = await tryRuleFor(chains, read.rule, address, systemClock())
    console.log(
      `${nameWallet(address)}, by what is on the chains alone\n\n${explain(verdict, settings.chains).join('\n')}\n\n${conclusions[verdict.outcome]}`,
    )
    return exitCodes[verdict.outcome]
  },
}

const conclusions: Readonly<Record<Outcome, string>> = {
  holds: 'Would belong.',
  not: 'Would not belong.',
  unknown: 'It cannot be read now whether it would belong.',
}

import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { formatGroupWalletListEntry } from '../groups/membership/format-group-rule-as-text.ts'
import { parseGroupWalletListEntry } from '../groups/membership/group-wallet-list-entry-notation.ts'
import { parseWalletIdentity } from '../store/wallets/wallet-store.ts'
import { sanitizeTerminalOutput, printCliError, printDefinitionErrors } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { parseGroupRuleCliOptions } from './group-rule-cli-options.ts'
import type { GroupRuleCliOptions } from './group-rule-cli-options.ts'

type Group = AdminApiEndpointOutput<'readGroup'>
type RuleTestResult = AdminApiEndpointOutput<'testRule'>

export async function runGroupCheckCommand(
  client: AdminApiClient,
  id: string,
  who: string,
): Promise<CliCommandOutcome> {
  const { found, about } = await explainMembership(client, id, who)
  if (found === null)
    return printCliError(
      `There is no person with the ID ${sanitizeTerminalOutput(who)}. Write a wallet address as 0x…, or as eip155:CHAIN:0x… for a contract wallet.`,
    )
  return formatMembership(found, about, {
    member: `Belongs to "${id}".`,
    'not-member': `Does not belong to "${id}".`,
    unknown: `Membership in "${id}" cannot be determined now.`,
  })
}

async function explainMembership(
  client: AdminApiClient,
  id: string,
  who: string,
): Promise<{ found: RuleTestResult | null; about: string }> {
  try {
    const { person, ...found } = await client.call('explainMembership', {
      params: { group: id },
      body: { person: who },
    })
    const { walletList } = await client.call('readPerson', { params: { id: person.id } })
    const wallets =
      walletList
        .map(({ kind, chain, address }) => (kind === 'key' ? address : `eip155:${chain?.id}:${address}`))
        .join(', ') || 'no wallet'
    return { found: { errors: [], ...found }, about: `Person ${person.id}, with ${wallets}` }
  } catch (error) {
    if (!(error instanceof AdminApiError && error.code === 'person.not_found')) throw error
    const account = parseWalletIdentity(who)
    if (account === null) return { found: null, about: '' }
    // Applications receive a key as an account on chain 1, so that account is read as the key.
    const address = account.chainReference === '1' ? account.address : who
    const { rule } = await client.call('readGroup', { params: { group: id } })
    const found = await client.call('testRule', { body: { rule, address } })
    const wallet = parseGroupWalletListEntry(address)
    return {
      found,
      about: `${wallet === null ? address : formatGroupWalletListEntry(wallet)}, which has not signed in yet`,
    }
  }
}

export async function runGroupRuleTestCommand(
  client: AdminApiClient,
  address: string,
  given: GroupRuleCliOptions,
): Promise<CliCommandOutcome> {
  const wallet = parseGroupWalletListEntry(address)
  if (wallet === null)
    return printCliError(
      `${sanitizeTerminalOutput(address)} is not an address. Write a wallet address as 0x…, or as eip155:CHAIN:0x… for a contract wallet.`,
    )
  const read = parseGroupRuleCliOptions(given)
  if (read === null) return printCliError('There is no rule to test: add options for its conditions, or --rule FILE.')
  if ('errors' in read) return printDefinitionErrors(read.errors)
  const found = await client.call('testRule', { body: { rule: read.rule as Group['rule'], address } })
  if (found.errors.length > 0) return printDefinitionErrors(found.errors)
  return formatMembership(found, `${formatGroupWalletListEntry(wallet)}, based only on chain data`, {
    member: 'Would belong to the group.',
    'not-member': 'Would not belong to the group.',
    unknown: 'Membership cannot be determined now.',
  })
}

type Membership = NonNullable<RuleTestResult['outcome']>

const exitCodes: Readonly<Record<Membership, number>> = { member: 0, 'not-member': 1, unknown: 3 }

const marks = { yes: 'yes', no: 'no ', unknown: '?  ' } as const

function formatMembership(
  { outcome, errors, parts }: RuleTestResult,
  about: string,
  conclusions: Readonly<Record<Membership, string>>,
): CliCommandOutcome {
  const found = outcome ?? 'unknown'
  const hasPart = (path: string, joint: string): boolean =>
    parts.some((part) => part.path === `${path === '' ? '' : `${path}.`}${joint}[0]`)
  const lines = parts.map(({ path, holds, sentence, block }) => {
    const joint = hasPart(path, 'all') ? 'all of' : hasPart(path, 'any') ? 'one of' : null
    const what = joint ?? `${sentence}${block === null ? '' : `, block ${block}`}`
    return `${'  '.repeat(path === '' ? 0 : path.split('.').length)}${marks[holds]}  ${what}`
  })
  const said = [...lines, ...errors.map(({ path, message }) => `${path} ${message}`)]
  return {
    json: { about, outcome: found, parts, errors },
    text: `${about}\n\n${said.map(sanitizeTerminalOutput).join('\n')}\n\n${conclusions[found]}`,
    exitCode: exitCodes[found],
  }
}

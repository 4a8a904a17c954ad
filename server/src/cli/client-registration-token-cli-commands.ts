// Only a valid token allows dynamic registration (RFC 7591 §3; THREATS O8, O17).
import { applicationsPerRegistrationTokenLimits } from '@countersign/api/server-limits'
import type { Command } from 'commander'
import {
  sanitizeTerminalOutput,
  parseDuration,
  printCliError,
  setAdminApiCliCommandAction,
} from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import type { CliList } from './format-cli-list.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

export function registerCliCommands(program: Command): void {
  const token = program
    .command('registration-token')
    .description('Manages tokens that let applications register themselves (RFC 7591).')
  const needs = (access: 'read' | 'write') => ({ subjects: ['registration-token'] as const, access })
  setAdminApiCliCommandAction(
    token
      .command('create')
      .description('Creates a token that lets applications register themselves until it expires or is used up.')
      .option('--lifetime <time>', 'how long the token is valid: 1m to 30d', '24h')
      .option(
        '--uses <count>',
        'how many applications can register',
        String(applicationsPerRegistrationTokenLimits.default),
      ),
    needs('write'),
    createRegistrationToken,
  )
  setAdminApiCliCommandAction(
    token.command('list').description('Lists recent registration tokens and the applications registered with each.'),
    needs('read'),
    listRegistrationTokens,
  )
  setAdminApiCliCommandAction(
    token.command('revoke <id>').description('Revokes a registration token. Applications registered with it are kept.'),
    needs('write'),
    revokeRegistrationToken,
  )
}

const minLifeMs = 60_000

interface CreateOptions {
  lifetime: string
  uses: string
}

async function createRegistrationToken(
  client: AdminApiClient,
  { lifetime: life, uses }: CreateOptions,
): Promise<CliCommandOutcome> {
  const lifeMs = life.endsWith('s') ? null : parseDuration(life)
  if (lifeMs === null || lifeMs < minLifeMs)
    return printCliError(
      `--lifetime is "${sanitizeTerminalOutput(life)}"; allowed: a number of minutes, hours or days from 1m to 30d, such as 24h.`,
    )
  const count = /^[1-9][0-9]{0,3}$/.test(uses) ? Number(uses) : Number.NaN
  if (!(count <= applicationsPerRegistrationTokenLimits.max))
    return printCliError(
      `--uses is "${sanitizeTerminalOutput(uses)}"; allowed: a number of applications from 1 to ${applicationsPerRegistrationTokenLimits.max}.`,
    )
  const created = await client.call('createRegistrationToken', { body: { lifeSeconds: lifeMs / 1000, uses: count } })
  const text = `Until ${sanitizeTerminalOutput(created.until)}, ${count === 1 ? 'one application' : `${count} applications`} can register at ${client.origin}/register with this token:

  ${sanitizeTerminalOutput(created.token)}

The token is shown only once. Running servers accept it within seconds. "countersign registration-token list" lists the applications registered with it.`
  return { json: created, text }
}

async function listRegistrationTokens(client: AdminApiClient): Promise<CliCommandOutcome> {
  const { items } = await client.call('listRegistrationTokens')
  const list: CliList = {
    columns: [
      { title: 'ID' },
      { title: 'STATUS' },
      { title: 'EXPIRES' },
      { title: 'USED', align: 'right' },
      { title: 'OF', align: 'right' },
      { title: 'APPLICATIONS', canShrink: true },
    ],
    rows: items.map(({ id, works, until, used, uses, applications }) => [
      id,
      works ? 'valid' : { text: 'ended', tone: 'dim' },
      { at: until, none: '' },
      String(used),
      String(uses),
      applications.join(' '),
    ]),
    empty: 'There are no registration tokens. "countersign registration-token create" creates one.',
  }
  return { json: { tokens: items }, text: list }
}

async function revokeRegistrationToken(client: AdminApiClient, id: string): Promise<CliCommandOutcome> {
  await client.call('revokeRegistrationToken', { params: { id } })
  return { json: { id }, text: `Revoked "${id}". Running servers reject it within seconds.` }
}

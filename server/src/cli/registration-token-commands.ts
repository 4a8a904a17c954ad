// `countersign registration-token …`: tokens with which applications register themselves (RFC 7591 §3). Whoever holds one that works can add
// applications; without one, no one can (THREATS O8, O17).
import { registrationTokenUseLimits } from '@countersign/api/server-limits'
import type { Command } from 'commander'
import { sanitizeTerminalOutput, parseDuration, printError, setApiCommandAction } from './command-runner.ts'
import type { CommandOutcome } from './command-runner.ts'
import type { AdminApiClient } from './admin-api-client.ts'

export function registerCommands(program: Command): void {
  const token = program
    .command('registration-token')
    .description('Tokens that let applications register themselves (RFC 7591).')
  const needs = (access: 'read' | 'write') => ({ subjects: ['registration-token'] as const, access })
  setApiCommandAction(
    token
      .command('create')
      .description('Creates a token that lets applications register themselves until it expires or is used up.')
      .option('--lifetime <time>', 'how long it works: 1m to 30d', '24h')
      .option('--uses <count>', 'how many applications can register', String(registrationTokenUseLimits.default)),
    needs('write'),
    createRegistrationToken,
  )
  setApiCommandAction(
    token.command('list').description('Lists recent registration tokens and the applications registered with each.'),
    needs('read'),
    listRegistrationTokens,
  )
  setApiCommandAction(
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
): Promise<CommandOutcome> {
  const lifeMs = life.endsWith('s') ? null : parseDuration(life)
  if (lifeMs === null || lifeMs < minLifeMs)
    return printError(
      `--lifetime is "${sanitizeTerminalOutput(life)}"; allowed is a number of minutes, hours or days from 1m to 30d, such as 24h.`,
    )
  const count = /^[1-9][0-9]{0,3}$/.test(uses) ? Number(uses) : Number.NaN
  if (!(count <= registrationTokenUseLimits.max))
    return printError(
      `--uses is "${sanitizeTerminalOutput(uses)}"; allowed is with how many applications it is used up, from 1 to ${registrationTokenUseLimits.max}.`,
    )
  const created = await client.call('createRegistrationToken', { body: { lifeSeconds: lifeMs / 1000, uses: count } })
  const text = `Until ${sanitizeTerminalOutput(created.until)}, ${count === 1 ? 'one application' : `${count} applications`} can register at ${client.origin}/register with this token:

  ${sanitizeTerminalOutput(created.token)}

It is shown only now. Running servers notice within seconds. "countersign registration-token list" shows what was made with it.`
  return { json: created, text }
}

async function listRegistrationTokens(client: AdminApiClient): Promise<CommandOutcome> {
  const { items } = await client.call('listRegistrationTokens')
  const lines = items.map(({ id, works, until, used, uses, applications }) =>
    sanitizeTerminalOutput(
      `${id}  ${works ? 'until' : 'ended, was until'} ${until}  ${used} of ${uses} used  made: ${applications.join(', ') || 'nothing'}`,
    ),
  )
  const none = 'There is no registration token. "countersign registration-token create" makes one.'
  return { json: { tokens: items }, text: lines.length === 0 ? none : lines }
}

async function revokeRegistrationToken(client: AdminApiClient, id: string): Promise<CommandOutcome> {
  await client.call('revokeRegistrationToken', { params: { id } })
  return { json: { id }, text: `Nobody registers with "${id}" any more. Running servers notice within seconds.` }
}

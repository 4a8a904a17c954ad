// `countersign registration-token …`: tokens with which applications register themselves (RFC 7591 §3). Whoever holds one that works can add
// applications; without one, no one can (THREATS O8, O17).
import { registrationTokenUses } from '@countersign/api/limits'
import type { Command } from 'commander'
import { printable, readDuration, refused, runsOnApi } from './cli.ts'
import type { Outcome } from './cli.ts'
import type { AdminClient } from './client.ts'

export function register(program: Command): void {
  const token = program
    .command('registration-token')
    .description('Tokens that let applications register themselves (RFC 7591).')
  const needs = (access: 'read' | 'write') => ({ subjects: ['registration-token'] as const, access })
  runsOnApi(
    token
      .command('create')
      .description('Creates a token that lets applications register themselves until it expires or is used up.')
      .option('--life <time>', 'how long it works: 1m to 30d', '24h')
      .option('--uses <count>', 'how many applications can register', String(registrationTokenUses.default)),
    needs('write'),
    create,
  )
  runsOnApi(
    token.command('list').description('Lists recent registration tokens and the applications registered with each.'),
    needs('read'),
    list,
  )
  runsOnApi(
    token.command('end <id>').description('Revokes a registration token. Applications registered with it are kept.'),
    needs('write'),
    end,
  )
}

const minLifeMs = 60_000

interface Created {
  life: string
  uses: string
}

async function create(client: AdminClient, { life, uses }: Created): Promise<Outcome> {
  const lifeMs = life.endsWith('s') ? null : readDuration(life)
  if (lifeMs === null || lifeMs < minLifeMs)
    return refused(
      `--life is "${printable(life)}"; allowed is a number of minutes, hours or days from 1m to 30d, such as 24h.`,
    )
  const count = /^[1-9][0-9]{0,3}$/.test(uses) ? Number(uses) : Number.NaN
  if (!(count <= registrationTokenUses.max))
    return refused(
      `--uses is "${printable(uses)}"; allowed is with how many applications it is used up, from 1 to ${registrationTokenUses.max}.`,
    )
  const created = await client.call('createRegistrationToken', { body: { lifeSeconds: lifeMs / 1000, uses: count } })
  const text = `Until ${printable(created.until)}, ${count === 1 ? 'one application' : `${count} applications`} can register at ${client.origin}/register with this token:

  ${printable(created.token)}

It is shown only now. Running servers notice within seconds. "countersign registration-token list" shows what was made with it.`
  return { json: created, text }
}

async function list(client: AdminClient): Promise<Outcome> {
  const { items } = await client.call('listRegistrationTokens')
  const lines = items.map(({ id, works, until, used, uses, applications }) =>
    printable(
      `${id}  ${works ? 'until' : 'ended, was until'} ${until}  ${used} of ${uses} used  made: ${applications.join(', ') || 'nothing'}`,
    ),
  )
  const none = 'There is no registration token. "countersign registration-token create" makes one.'
  return { json: { tokens: items }, text: lines.length === 0 ? none : lines }
}

async function end(client: AdminClient, id: string): Promise<Outcome> {
  await client.call('endRegistrationToken', { params: { id } })
  return { json: { id }, text: `Nobody registers with "${id}" any more. Running servers notice within seconds.` }
}

// `countersign person …`
import type { Command } from 'commander'
import { readAccount } from '../store/wallets/store.ts'
import { confirm, printable, refused, runsOnApi } from './cli.ts'
import type { Outcome } from './cli.ts'
import { CallFault } from './client.ts'
import type { AdminClient } from './client.ts'

export function register(program: Command): void {
  const person = program.command('person').description('People. Each is named by an ID or by a wallet address.')
  const needs = { subjects: ['person'], access: 'write' } as const
  runsOnApi(
    person
      .command('suspend <person>')
      .description('Ends all sessions of a person and blocks new ones.')
      .option('--reason <text>', 'why, for the audit log; required with --server'),
    needs,
    suspend,
  )
  runsOnApi(person.command('restore <person>').description('Lets a suspended person sign in again.'), needs, restore)
  runsOnApi(
    person
      .command('erase <person>')
      .description(
        "Deletes a person's sessions, wallets, passkeys and grants, notifies applications, and anonymizes their audit log entries. Asks first unless --yes is given.",
      )
      .option('--reason <text>', 'why, for the audit log; required with --server')
      .option('--yes', 'do not ask'),
    needs,
    erase,
  )
}

const identifierForm = /^[0-9a-z]{26}$/

/** The ID of the person that an ID or a wallet address names; null for none, or for more than one. */
async function findPerson(client: AdminClient, who: string): Promise<string | null> {
  if (identifierForm.test(who)) return who
  if (readAccount(who) === null) return null
  const { items } = await client.call('listPeople', { query: { search: who } })
  return items.length === 1 ? (items[0]?.id ?? null) : null
}

const notFound = (act: string, who: string): number => refused(`There is no such person to ${act}: ${printable(who)}.`)

/** Says that a person cannot be changed, and who can where they were merged. */
async function notChanged(client: AdminClient, act: string, id: string): Promise<number> {
  const { mergedInto } = await client.call('readPerson', { params: { id } })
  return mergedInto === null
    ? notFound(act, id)
    : refused(`${id} was merged into ${mergedInto}, who can be suspended and restored instead.`)
}

/** Runs a call; null where the person is not in a state for it. */
async function unlessUnfit<Result>(call: Promise<Result>): Promise<Result | null> {
  return call.catch((error: unknown) => {
    if (error instanceof CallFault && /^person\.(not_found|not_active|not_suspended)$/.test(error.code ?? ''))
      return null
    throw error
  })
}

const countSessions = (count: number): string => `${count} ${count === 1 ? 'session' : 'sessions'} ended`
const needsReason = (client: AdminClient, reason: string | undefined): boolean =>
  client.settings === null && (reason ?? '') === ''

function missingReason(): number {
  console.error('Say why, for the audit log: --reason TEXT.')
  return 2
}

async function suspend(client: AdminClient, who: string, { reason }: { reason?: string }): Promise<Outcome> {
  if (needsReason(client, reason)) return missingReason()
  const id = await findPerson(client, who)
  if (id === null) return notFound('suspend', who)
  const body = { ...(reason !== undefined && { reason }) }
  const suspended = await unlessUnfit(client.call('suspendPerson', { params: { id }, body }))
  if (suspended === null) return notChanged(client, 'suspend', id)
  return { json: { id, ...suspended }, text: `Suspended ${id}; ${countSessions(suspended.ended)}.` }
}

async function restore(client: AdminClient, who: string): Promise<Outcome> {
  const id = await findPerson(client, who)
  if (id === null) return notFound('restore', who)
  const restored = await unlessUnfit(client.call('restorePerson', { params: { id } }).then(() => true))
  if (restored === null) return notChanged(client, 'restore', id)
  return { json: { id }, text: `Restored ${id}.` }
}

async function erase(
  client: AdminClient,
  who: string,
  { reason, yes }: { reason?: string; yes?: true },
): Promise<Outcome> {
  if (needsReason(client, reason)) return missingReason()
  const id = await findPerson(client, who)
  const found = id === null ? null : await unlessUnfit(client.call('readPerson', { params: { id } }))
  if (id === null || found === null) return notFound('erase', who)
  const loss = `Erasing ${id} cannot be taken back. Whoever signs in with one of their wallets afterwards is somebody new, to every application too.`
  if (!(await confirm(loss, 'Erase them?', yes))) return 1
  const body = { ...(reason !== undefined && { reason }) }
  if ((await unlessUnfit(client.call('deletePerson', { params: { id }, body }).then(() => true))) === null)
    return notFound('erase', who)
  return { json: { id, ended: found.sessions }, text: `Erased ${id}; ${countSessions(found.sessions)}.` }
}

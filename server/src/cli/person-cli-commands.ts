import type { Command } from 'commander'
import { parseWalletIdentity } from '../store/wallets/wallet-store.ts'
import {
  confirmAction,
  sanitizeTerminalOutput,
  printCliError,
  printCliUsageError,
  setAdminApiCliCommandAction,
} from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

export function registerCliCommands(program: Command): void {
  const person = program.command('person').description('Manages people, each identified by an ID or a wallet address.')
  const needs = { subjects: ['person'], access: 'write' } as const
  setAdminApiCliCommandAction(
    person
      .command('suspend <person>')
      .description('Ends all sessions of a person and blocks new ones.')
      .option('--reason <text>', 'reason for the audit log; required with --server'),
    needs,
    suspendPerson,
  )
  setAdminApiCliCommandAction(
    person.command('reactivate <person>').description('Allows a suspended person to sign in again.'),
    needs,
    reactivatePerson,
  )
  setAdminApiCliCommandAction(
    person
      .command('erase <person>')
      .description(
        "Deletes a person's sessions, wallets, passkeys and grants. Also notifies applications and anonymizes the person's audit log entries. Asks first unless --yes is given.",
      )
      .option('--reason <text>', 'reason for the audit log; required with --server')
      .option('--yes', 'do not ask'),
    needs,
    erasePerson,
  )
}

const identifierForm = /^[0-9a-z]{26}$/

/** @param who an ID or a wallet address, which must match one person */
async function findPerson(client: AdminApiClient, who: string): Promise<string | null> {
  if (identifierForm.test(who)) return who
  if (parseWalletIdentity(who) === null) return null
  const { items } = await client.call('listPeople', { query: { search: who } })
  return items.length === 1 ? (items[0]?.id ?? null) : null
}

const printPersonNotFound = (act: string, who: string): number =>
  printCliError(`Found no person to ${act}: ${sanitizeTerminalOutput(who)}.`)

async function printPersonNotChanged(client: AdminApiClient, act: string, id: string): Promise<number> {
  const { mergedInto } = await client.call('readPerson', { params: { id } })
  return mergedInto === null
    ? printPersonNotFound(act, id)
    : printCliError(`${id} was merged into ${mergedInto}. Suspend or reactivate that person instead.`)
}

async function callUnlessConflict<Result>(call: Promise<Result>): Promise<Result | null> {
  return call.catch((error: unknown) => {
    if (error instanceof AdminApiError && /^person\.(not_found|not_active|not_suspended)$/.test(error.code ?? ''))
      return null
    throw error
  })
}

const countSessions = (count: number): string => `${count} ${count === 1 ? 'session' : 'sessions'} ended`
const needsReason = (client: AdminApiClient, reason: string | undefined): boolean =>
  client.settings === null && (reason ?? '') === ''

const printMissingReason = (): number => printCliUsageError('Specify a reason for the audit log: --reason TEXT.')

async function suspendPerson(
  client: AdminApiClient,
  who: string,
  { reason }: { reason?: string },
): Promise<CliCommandOutcome> {
  if (needsReason(client, reason)) return printMissingReason()
  const id = await findPerson(client, who)
  if (id === null) return printPersonNotFound('suspend', who)
  const body = { ...(reason !== undefined && { reason }) }
  const suspended = await callUnlessConflict(client.call('suspendPerson', { params: { id }, body }))
  if (suspended === null) return printPersonNotChanged(client, 'suspend', id)
  return { json: { id, ...suspended }, text: `Suspended ${id}; ${countSessions(suspended.ended)}.` }
}

async function reactivatePerson(client: AdminApiClient, who: string): Promise<CliCommandOutcome> {
  const id = await findPerson(client, who)
  if (id === null) return printPersonNotFound('reactivate', who)
  const restored = await callUnlessConflict(client.call('reactivatePerson', { params: { id } }).then(() => true))
  if (restored === null) return printPersonNotChanged(client, 'reactivate', id)
  return { json: { id }, text: `Reactivated ${id}.` }
}

async function erasePerson(
  client: AdminApiClient,
  who: string,
  { reason, yes }: { reason?: string; yes?: true },
): Promise<CliCommandOutcome> {
  if (needsReason(client, reason)) return printMissingReason()
  const id = await findPerson(client, who)
  const found = id === null ? null : await callUnlessConflict(client.call('readPerson', { params: { id } }))
  if (id === null || found === null) return printPersonNotFound('erase', who)
  const loss = `Erasing ${id} cannot be undone. Anyone who later signs in with one of their wallets will be a new person, here and in every application.`
  if (!(await confirmAction(loss, 'Erase them?', yes))) return 1
  const body = { ...(reason !== undefined && { reason }) }
  if ((await callUnlessConflict(client.call('deletePerson', { params: { id }, body }).then(() => true))) === null)
    return printPersonNotFound('erase', who)
  return { json: { id, ended: found.sessions }, text: `Erased ${id}; ${countSessions(found.sessions)}.` }
}

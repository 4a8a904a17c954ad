// `countersign owner …`: who has the machine can always say who owns the server, also after the last owner has lost every way in (SPEC point 6).
import type { Command } from 'commander'
import { operatorAuditActor } from '../audit-log/audit-actor.ts'
import { grantRole } from '../store/roles/grant-role.ts'
import { findSurvivingPersonId } from '../store/people/find-merged-identities.ts'
import { describePersonForApiResponse } from '../store/people/person-store.ts'
import { findLinkedWallet, parseWalletIdentity } from '../store/wallets/wallet-store.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../platform/api-error.ts'
import { printCliError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'
import { runWithConfiguredDatabase } from './run-with-configured-database.ts'
import type { CliDatabaseCommandContext } from './run-with-configured-database.ts'

export function registerCliCommands(program: Command): void {
  const owner = program.command('owner').description('Owners of this server.')
  setCliCommandAction(
    owner
      .command('grant <person>')
      .description('Makes a person who has signed in an owner. The person is an ID or a wallet address.'),
    (who: string) => runWithConfiguredDatabase('write', (context) => grantOwnership(context, who)),
  )
  setCliCommandAction(owner.command('list').description('Lists the owners.'), () =>
    runWithConfiguredDatabase('read', listOwners),
  )
}

/** The person who is meant by an ID, or by a wallet that is theirs now. */
async function findPersonId(queries: DatabaseQueryBuilder, who: string): Promise<string | undefined> {
  const account = parseWalletIdentity(who)
  if (account === null) return who
  const owned = await queries.transaction().execute((transaction) => findLinkedWallet(transaction, account))
  return owned?.person.id
}

const openMergeText =
  'Another identity was merged into this one, and that can still be undone: whoever tricked the other into it would become the owner. Undo it, or name somebody else. Nothing was changed.'

async function grantOwnership(context: CliDatabaseCommandContext, who: string): Promise<CliCommandOutcome> {
  const { settings, queries, random, now } = context
  const { limits, origin } = settings
  const unknown = `Nobody here has signed in as ${escapeForTerminal(who)}. Sign in once at ${origin}/sign-in, and run this again.`
  const personId = await findPersonId(queries, who)
  if (personId === undefined) return printCliError(unknown)
  try {
    const isNew = await grantRole(
      { queries, random, limits },
      { personId, role: 'owner', actor: operatorAuditActor, now },
    )
    return {
      json: { id: personId, role: 'owner', changed: isNew },
      text: isNew
        ? `${personId} is an owner now. The administration is at ${origin}/admin.`
        : `${personId} is an owner already. Nothing was changed.`,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'person.not_found') return printCliError(unknown)
    if (error.code === 'merge.already_open') return printCliError(openMergeText)
    if (error.code !== 'person.not_active') throw error
    const survivor = await findSurvivingPersonId(queries, personId)
    if (survivor !== undefined)
      return printCliError(
        `${escapeForTerminal(who)} was merged into ${survivor}, who can be made an owner instead. Nothing was changed.`,
      )
    return printCliError(
      `${escapeForTerminal(who)} is suspended. "countersign person reactivate" lets them sign in again; then run this once more. Nothing was changed.`,
    )
  }
}

async function listOwners({ queries, settings }: CliDatabaseCommandContext): Promise<CliCommandOutcome> {
  const people = await queries
    .selectFrom('people')
    .selectAll()
    .where('id', 'in', queries.selectFrom('role_assignments').select('person_id').where('role', '=', 'owner'))
    .orderBy('id')
    .execute()
  const owners = await Promise.all(
    people.map(async (person) => ({ ...(await describePersonForApiResponse(queries, person)), status: person.status })),
  )
  const shown = owners.map(({ id, displayName, address, status }) => ({ id, name: displayName, address, status }))
  const lines = shown.map(({ id, name, address, status }) =>
    [
      id,
      address ?? 'no wallet',
      ...(name === null ? [] : [escapeForTerminal(name)]),
      ...(status === 'active' ? [] : [`(${status})`]),
    ].join('  '),
  )
  const none = `There is no owner yet. The server prints a code at its start, for ${settings.origin}/setup.`
  return { json: { owners: shown }, text: lines.length === 0 ? none : lines }
}

// `countersign owner …`: anyone with access to the machine may assign owners (SPEC point 6).
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
import type { CliList } from './format-cli-list.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'
import { runWithConfiguredDatabase } from './run-with-configured-database.ts'
import type { CliDatabaseCommandContext } from './run-with-configured-database.ts'

export function registerCliCommands(program: Command): void {
  const owner = program.command('owner').description('Manages the owners of this server.')
  setCliCommandAction(
    owner
      .command('grant <person>')
      .description("Makes an existing person an owner. Specify the person's ID or one of their wallet addresses."),
    (who: string) => runWithConfiguredDatabase('write', (context) => grantOwnership(context, who)),
  )
  setCliCommandAction(owner.command('list').description('Lists the owners.'), () =>
    runWithConfiguredDatabase('read', listOwners),
  )
}

async function findPersonId(queries: DatabaseQueryBuilder, who: string): Promise<string | undefined> {
  const account = parseWalletIdentity(who)
  if (account === null) return who
  const owned = await queries.transaction().execute((transaction) => findLinkedWallet(transaction, account))
  return owned?.person.id
}

const openMergeText =
  'Another identity was merged into this one, and the merge can still be undone. If the merge was a trick, the person behind it would become an owner. Undo the merge, or choose someone else. Nothing was changed.'

async function grantOwnership(context: CliDatabaseCommandContext, who: string): Promise<CliCommandOutcome> {
  const { settings, queries, random, now } = context
  const { limits, origin } = settings
  const unknown = `No one has signed in here as ${escapeForTerminal(who)}. Sign in once at ${origin}/sign-in, then run this again.`
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
        ? `${personId} is now an owner. The administration is at ${origin}/admin.`
        : `${personId} is already an owner. Nothing was changed.`,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'person.not_found') return printCliError(unknown)
    if (error.code === 'merge.already_open') return printCliError(openMergeText)
    if (error.code !== 'person.not_active') throw error
    const survivor = await findSurvivingPersonId(queries, personId)
    if (survivor !== undefined)
      return printCliError(
        `${escapeForTerminal(who)} was merged into ${survivor}. Make that person an owner instead. Nothing was changed.`,
      )
    return printCliError(
      `${escapeForTerminal(who)} is suspended. Run "countersign person reactivate" first, then run this again. Nothing was changed.`,
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
  const list: CliList = {
    columns: [{ title: 'ID' }, { title: 'STATUS' }, { title: 'WALLET' }, { title: 'NAME', canShrink: true }],
    rows: shown.map(({ id, name, address, status }) => [
      id,
      status === 'active' ? status : { text: status, tone: 'warning' },
      address ?? '',
      name === null ? '' : escapeForTerminal(name),
    ]),
    empty: `There is no owner yet. When the server starts, it prints a setup code for ${settings.origin}/setup.`,
  }
  return { json: { owners: shown }, text: list }
}

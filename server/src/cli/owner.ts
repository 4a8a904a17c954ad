// `countersign owner …`: who has the machine can always say who owns the server, also after the last owner has lost every way in (SPEC point 6).
import type { Command } from 'commander'
import { operator } from '../audit-log/actor.ts'
import { grantRole } from '../store/roles/grant-role.ts'
import { findSurvivor } from '../store/people/identities.ts'
import { readPersonShown } from '../store/people/store.ts'
import { findWallet, readAccount } from '../store/wallets/store.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { Refusal } from '../platform/refusal.ts'
import { refused, runs } from './cli.ts'
import type { Outcome } from './cli.ts'
import { visible } from './inspect-visible.ts'
import { withDatabase } from './with-database.ts'
import type { CommandWorld } from './with-database.ts'

export function register(program: Command): void {
  const owner = program.command('owner').description('Owners of this server.')
  runs(
    owner
      .command('grant <person>')
      .description('Makes a person who has signed in an owner. The person is an ID or a wallet address.'),
    (who: string) => withDatabase('write', (world) => grant(world, who)),
  )
  runs(owner.command('list').description('Lists the owners.'), () => withDatabase('read', list))
}

/** The person who is meant by an ID, or by a wallet that is theirs now. */
async function findPersonId(queries: Queries, who: string): Promise<string | undefined> {
  const account = readAccount(who)
  if (account === null) return who
  const owned = await queries.transaction().execute((transaction) => findWallet(transaction, account))
  return owned?.person.id
}

const openMerge =
  'Another identity was merged into this one, and that can still be undone: whoever tricked the other into it would become the owner. Undo it, or name somebody else. Nothing was changed.'

async function grant(world: CommandWorld, who: string): Promise<Outcome> {
  const { settings, queries, random, now } = world
  const { limits, origin } = settings
  const unknown = `Nobody here has signed in as ${visible(who)}. Sign in once at ${origin}/sign-in, and run this again.`
  const personId = await findPersonId(queries, who)
  if (personId === undefined) return refused(unknown)
  try {
    const isNew = await grantRole({ queries, random, limits }, { personId, role: 'owner', actor: operator, now })
    return {
      json: { id: personId, role: 'owner', changed: isNew },
      text: isNew
        ? `${personId} is an owner now. The administration is at ${origin}/admin.`
        : `${personId} is an owner already. Nothing was changed.`,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'person.not_found') return refused(unknown)
    if (error.code === 'merge.open') return refused(openMerge)
    if (error.code !== 'person.not_active') throw error
    const survivor = await findSurvivor(queries, personId)
    if (survivor !== undefined)
      return refused(
        `${visible(who)} was merged into ${survivor}, who can be made an owner instead. Nothing was changed.`,
      )
    return refused(
      `${visible(who)} is suspended. "countersign person restore" lets them sign in again; then run this once more. Nothing was changed.`,
    )
  }
}

async function list({ queries, settings }: CommandWorld): Promise<Outcome> {
  const people = await queries
    .selectFrom('people')
    .selectAll()
    .where('id', 'in', queries.selectFrom('role_assignments').select('person_id').where('role', '=', 'owner'))
    .orderBy('id')
    .execute()
  const owners = await Promise.all(
    people.map(async (person) => ({ ...(await readPersonShown(queries, person)), status: person.status })),
  )
  const shown = owners.map(({ id, displayName, address, status }) => ({ id, name: displayName, address, status }))
  const lines = shown.map(({ id, name, address, status }) =>
    [
      id,
      address ?? 'no wallet',
      ...(name === null ? [] : [visible(name)]),
      ...(status === 'active' ? [] : [`(${status})`]),
    ].join('  '),
  )
  const none = `There is no owner yet. The server prints a code at its start, for ${settings.origin}/setup.`
  return { json: { owners: shown }, text: lines.length === 0 ? none : lines }
}

// `countersign owner grant` and `owner list`: who has the machine can always say who owns the server, also after the last owner has lost
// every way in (SPEC point 6).
import type { Command } from './command.ts'
import { operator } from '../activity/actor.ts'
import { findSurvivor } from '../identity/people/identities.ts'
import { readPersonShown } from '../identity/people/store.ts'
import { Refusal } from '../platform/refusal.ts'
import { grantRole } from '../administration/roles/grant-role.ts'
import { readArguments, refused, withDatabase } from './application-command.ts'
import type { CommandWorld } from './application-command.ts'
import { visible } from './inspect-visible.ts'
import { findPersonId } from './person-status.ts'

const grantUsage = 'owner grant ADDRESS|eip155:CHAIN:ADDRESS|ID'

export const ownerGrant: Command = {
  usage: grantUsage,
  about: 'Makes a person who has signed in an owner of this server.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: grantUsage, options: {}, count: 1 })
    if (given === null) return 2
    return withDatabase('write', (world) => grant(world, given.operands[0] as string))
  },
}

const openMerge =
  'Another identity was merged into this one, and that can still be undone: whoever tricked the other into it would become the owner. Undo it, or name somebody else. Nothing was changed.'

async function grant(world: CommandWorld, who: string): Promise<number> {
  const { settings, queries, random, now } = world
  const { limits, origin } = settings
  const unknown = `Nobody here has signed in as ${visible(who)}. Sign in once at ${origin}/sign-in, and run this again.`
  const personId = await findPersonId({ queries }, who)
  if (personId === undefined) return refused(unknown)
  try {
    const isNew = await grantRole({ queries, random, limits }, { personId, role: 'owner', actor: operator, now })
    console.log(
      isNew
        ? `${personId} is an owner now. The administration is at ${origin}/admin.`
        : `${personId} is an owner already. Nothing was changed.`,
    )
    return 0
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

const listUsage = 'owner list [--json]'

export const ownerList: Command = {
  usage: listUsage,
  about: 'Prints who owns this server.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: listUsage, options: { json: { type: 'boolean' } }, count: 0 })
    if (given === null) return 2
    return withDatabase('read', async ({ queries, settings }) => {
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
      if (given.values.json === true) console.log(JSON.stringify({ owners: shown }, null, 2))
      else if (shown.length === 0)
        console.log(`There is no owner yet. The server prints a code at its start, for ${settings.origin}/setup.`)
      for (const { id, name, address, status } of given.values.json === true ? [] : shown) {
        console.log(
          [
            id,
            address ?? 'no wallet',
            ...(name === null ? [] : [visible(name)]),
            ...(status === 'active' ? [] : [`(${status})`]),
          ].join('  '),
        )
      }
      return 0
    })
  },
}

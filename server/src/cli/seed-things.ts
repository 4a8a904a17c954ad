// Invents applications and groups, and who administrates.
import { insertAddition } from '../store/applications/add.ts'
import { formatFault } from '../store/definition-errors/definition-fault.ts'
import { completeDefinition } from '../store/applications/presets.ts'
import type { Role } from '@countersign/api/permissions'
import { groupNames, programs } from './seed-choices.ts'
import type { SeededPerson, SeedWorld } from './seed-world.ts'

/** What people can be given. */
export interface SeededThings {
  /** Their ids. */
  applications: string[]
  /** How many of a hundred people are looked at for each. */
  groups: { id: string; share: number }[]
}

const editions = ['', ' (staging)']

/** The lines of the log are invented with all others, and not here. */
export async function seedThings({ queries, random, choices, now, spanMs }: SeedWorld): Promise<SeededThings> {
  return queries.transaction().execute(async (transaction) => {
    const applications: string[] = []
    for (const name of programs.flatMap((program) => editions.map((edition) => `${program}${edition}`))) {
      const id = name
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .replace(/-$/, '')
      const completed = completeDefinition({ id, name, kind: 'web', redirectUris: [`https://${id}.example/callback`] })
      if (completed.outcome === 'faulty') throw new Error(completed.faults.map(formatFault).join('\n'))
      const madeAt = now - spanMs + choices.below(spanMs / 2)
      const added = await insertAddition(
        transaction,
        random,
        { definition: completed.definition, origin: 'operator' },
        madeAt,
      )
      if (added.outcome === 'added') applications.push(id)
    }
    const groups = groupNames.map((name, index) => ({
      id: name.toLowerCase().replace(/ /g, '-'),
      name,
      share: 40 / (index + 1),
    }))
    const at = now - spanMs
    await transaction
      .insertInto('groups')
      .values(
        groups.map(({ id, name }) => ({
          id,
          name,
          description: null,
          rule: JSON.stringify({ type: 'wallets', wallets: [`0x${choices.hex(20)}`] }),
          created_at: at,
          changed_at: at,
        })),
      )
      .execute()
    return { applications, groups }
  })
}

/** Some who administrate. No owner: whoever sets the server up becomes that, as on any other. */
export async function seedRoles(
  { queries, now, spanMs }: SeedWorld,
  people: readonly SeededPerson[],
): Promise<SeededPerson[]> {
  const roles: Role[] = ['administrator', 'administrator', 'administrator', 'auditor', 'auditor']
  const rows = people
    .slice(0, roles.length)
    .map(({ id }, index) => ({ person_id: id, role: roles[index] as Role, granted_by: null, granted_at: now - spanMs }))
  if (rows.length > 0) await queries.insertInto('role_assignments').values(rows).execute()
  return people.slice(0, 3)
}

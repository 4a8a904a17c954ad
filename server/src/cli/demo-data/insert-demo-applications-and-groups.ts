import { addApplicationInTransaction } from '../../store/applications/add-application.ts'
import { formatApplicationDefinitionErrorLine } from '../../store/definition-errors/create-application-definition-error.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { demoGroupNames, demoApplicationNames } from './random-demo-data-samples.ts'
import type { DemoPerson, DemoDataGenerationContext } from './demo-data-generation-context.ts'

export interface DemoApplicationsAndGroups {
  applications: string[]
  /** `share` is the percentage of people who are checked for the group. */
  groups: { id: string; share: number }[]
}

const editions = ['', ' (staging)']

/** The audit log entries for applications and groups are generated together with all others. */
export async function insertDemoApplicationsAndGroups({
  queries,
  random,
  choices,
  now,
  spanMs,
}: DemoDataGenerationContext): Promise<DemoApplicationsAndGroups> {
  return queries.transaction().execute(async (transaction) => {
    const applications: string[] = []
    for (const name of demoApplicationNames.flatMap((program) => editions.map((edition) => `${program}${edition}`))) {
      const id = name
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .replace(/-$/, '')
      const completed = validateAndFillApplicationDefinition({
        id,
        name,
        kind: 'web',
        redirectUris: [`https://${id}.example/callback`],
      })
      if (completed.outcome === 'invalid')
        throw new Error(completed.errors.map(formatApplicationDefinitionErrorLine).join('\n'))
      const madeAt = now - spanMs + choices.nextIntegerBelow(spanMs / 2)
      const added = await addApplicationInTransaction(
        transaction,
        random,
        { definition: completed.definition, origin: 'operator' },
        madeAt,
      )
      if (added.outcome === 'added') applications.push(id)
    }
    const groups = demoGroupNames.map((name, index) => ({
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
          rule: JSON.stringify({ type: 'wallets', wallets: [`0x${choices.randomHex(20)}`] }),
          created_at: at,
          changed_at: at,
        })),
      )
      .execute()
    return { applications, groups }
  })
}

/** Assigns no owner, because the person who sets up the server becomes the owner. */
export async function insertDemoRoleAssignments(
  { queries, now, spanMs }: DemoDataGenerationContext,
  people: readonly DemoPerson[],
): Promise<DemoPerson[]> {
  const roles: AdminRole[] = ['administrator', 'administrator', 'administrator', 'auditor', 'auditor']
  const rows = people.slice(0, roles.length).map(({ id }, index) => ({
    person_id: id,
    role: roles[index] as AdminRole,
    granted_by: null,
    granted_at: now - spanMs,
  }))
  if (rows.length > 0) await queries.insertInto('role_assignments').values(rows).execute()
  return people.slice(0, 3)
}

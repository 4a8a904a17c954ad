// Applications know people by subject identifiers, per sector or public (OpenID Connect Core §8.1).
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergeOutcomeForApplication } from '../../store/people/identity-merge-store.ts'

export interface PlannedIdentityMergeApplicationEffect {
  id: string
  name: string
  outcome: IdentityMergeOutcomeForApplication
}

export async function planIdentityMergeEffectsOnApplications(
  queries: DatabaseQueryBuilder,
  personId: string,
  otherId: string,
): Promise<PlannedIdentityMergeApplicationEffect[]> {
  const both = [personId, otherId]
  const rows = await queries
    .selectFrom('grants')
    .innerJoin('applications', 'applications.id', 'grants.application_id')
    .select([
      'applications.id',
      'applications.name',
      'applications.sector',
      'applications.definition',
      'grants.person_id',
    ])
    .where('grants.person_id', 'in', both)
    .orderBy('applications.name')
    .orderBy('applications.id')
    .execute()
  const subjects = await queries
    .selectFrom('subjects')
    .select(['person_id', 'sector'])
    .where('person_id', 'in', both)
    .execute()
  const sectors = Map.groupBy(subjects, (subject) => subject.person_id)
  const hasSubject = (id: string, sector: string): boolean =>
    sectors.get(id)?.some((subject) => subject.sector === sector) ?? false

  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofApplication) => {
    const [application] = ofApplication
    if (application === undefined) return []
    const { id, name, sector, definition } = application
    const isPublic = (JSON.parse(definition) as Pick<ApplicationDefinition, 'subjectType'>).subjectType === 'public'
    // An unfinished sign-in has disclosed no subject.
    const isKnownToApplication = (who: string): boolean =>
      ofApplication.some((row) => row.person_id === who) && (isPublic || hasSubject(who, sector))
    const outcome = decideMergeOutcome({
      knowsPerson: isKnownToApplication(personId),
      knowsOther: isKnownToApplication(otherId),
      canKeepName: !isPublic && !hasSubject(personId, sector),
    })
    return outcome === null ? [] : [{ id, name, outcome }]
  })
}

function decideMergeOutcome({
  knowsPerson,
  knowsOther,
  canKeepName,
}: {
  knowsPerson: boolean
  knowsOther: boolean
  canKeepName: boolean
}): IdentityMergeOutcomeForApplication | null {
  if (!knowsOther) return knowsPerson ? 'stays' : null
  if (knowsPerson) return 'known-twice'
  return canKeepName ? 'moves' : 'starts-anew'
}

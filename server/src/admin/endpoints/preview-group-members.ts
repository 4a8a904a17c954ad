import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { evaluateGroupRules } from '../../groups/membership/evaluate-group-rules.ts'
import { getEnsNameExpiryCutoff } from '../../groups/membership/group-membership-freshness.ts'
import {
  getGroupRuleSubjectOfPerson,
  listGroupRuleSubjectsOfPeople,
} from '../../groups/membership/list-group-rule-subjects-of-people.ts'
import { listGroupRuleChains } from '../../store/groups/group-rule-types.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { isActivePersonSql } from '../../store/people/active-person-sql-condition.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { getCachedPeopleCount } from './cached-admin-list-counts.ts'
import { createTaskConcurrencyLimit } from './task-concurrency-limit.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import { validateGroupRule } from './validate-group-rule.ts'

type PreviewContext = Pick<ServerAppContext, 'database' | 'chains' | 'settings' | 'clock'>
type Preview = AdminApiEndpointOutput<'previewRule'>
type Input = AdminApiEndpointInput<'previewRule'>['body']

const maxPeople = 2000
const batchSize = 50
const maxDurationMs = 4000
const sampleSize = 10
const maxConcurrentPreviews = 2
const maxConcurrentDraftPreviews = 4

export function createGroupMemberPreviewer(context: PreviewContext): (input: Input) => Promise<Preview> {
  const take = createTaskConcurrencyLimit(maxConcurrentPreviews, 'too many previews are running')
  const takeWriting = createTaskConcurrencyLimit(
    maxConcurrentDraftPreviews,
    'too many live count requests are in progress',
  )
  return (input) => (input.live === true ? takeWriting : take)(() => previewMembers(context, input))
}

async function previewMembers(
  { database: { queries }, chains, settings, clock }: PreviewContext,
  { rule: input, live = false }: Input,
): Promise<Preview> {
  const preview: Preview = {
    errors: [],
    evaluated: 0,
    people: await getCachedPeopleCount(queries, ['active'], clock()),
    more: false,
    matching: 0,
    unknown: 0,
    sample: [],
  }
  const read = await validateGroupRule(input, chains)
  if (read.errors !== null) return { ...preview, errors: read.errors }
  const { rule } = read
  const isShort = live && listGroupRuleChains(rule).length > 0
  const ids = await listLastSeenPeople(queries, isShort ? batchSize : maxPeople)
  const matching: string[] = []
  const startedAt = clock()
  for (let from = 0; from < ids.length && (from === 0 || clock() - startedAt < maxDurationMs); from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const holders = await listGroupRuleSubjectsOfPeople(queries, batch, [rule])
    const verdicts = await evaluateGroupRules(
      chains,
      batch.map((id) => ({ rule, ...getGroupRuleSubjectOfPerson(holders, id) })),
      { nameCutoff: getEnsNameExpiryCutoff(settings.limits, clock()) },
    )
    preview.evaluated += batch.length
    for (const [index, { outcome }] of verdicts.entries()) {
      if (outcome === 'met') matching.push(batch[index] as string)
      if (outcome === 'unknown') preview.unknown += 1
    }
  }
  const sample = matching.slice(0, sampleSize)
  const nameOf = await readPersonSummaries(queries, sample)
  const more = isShort && preview.evaluated < preview.people
  return { ...preview, more, matching: matching.length, sample: sample.map(nameOf) }
}

async function listLastSeenPeople(queries: DatabaseQueryBuilder, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('people')
    .select('id')
    .where(isActivePersonSql())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

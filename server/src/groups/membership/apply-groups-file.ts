import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { validateGroupDefinition } from './validate-group-definition.ts'
import type { GroupDefinition } from '../../store/groups/group-definition.ts'
import {
  describeGroupDefinitionChanges,
  maxGroupsPerServer,
  insertGroupInTransaction,
  updateGroupInTransaction,
  deleteGroupInTransaction,
} from './manage-groups.ts'
import type { FindApplicationsRequiringGroup } from './manage-groups.ts'
import type { GroupRuleParseContext, TokenMetadataRequest } from './group-rule-parse-context.ts'
import type { GroupDefinitionError } from '../../store/groups/group-rule-types.ts'
import { listGroups, lockGroupRow } from '../../store/groups/group-store.ts'

export interface DesiredGroup {
  path: string
  definition: GroupDefinition
}

export type GroupsFileParseResult =
  | { outcome: 'parsed'; wanted: DesiredGroup[] }
  | { outcome: 'invalid'; errors: GroupDefinitionError[] }

export type GroupsFileParseResultOrTokenRequest =
  | GroupsFileParseResult
  | { outcome: 'tokens-needed'; wanted: TokenMetadataRequest[] }

/** Without `reading`, only the syntax is checked. */
export function parseGroupsFile(
  content: unknown,
  reading?: GroupRuleParseContext,
): GroupsFileParseResultOrTokenRequest {
  const { groups, ...rest } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(groups))
    return invalidResult([{ path: '', message: 'The file must contain a JSON object with the list "groups".' }])
  const errors: GroupDefinitionError[] = Object.keys(rest).map((name) => ({
    path: name,
    message: 'is unknown; the file may contain only "groups"',
  }))
  if (groups.length > maxGroupsPerServer)
    errors.push({ path: 'groups', message: `must not have more than ${maxGroupsPerServer} entries` })
  if (errors.length > 0) return invalidResult(errors)
  const wanted: DesiredGroup[] = []
  const tokens: TokenMetadataRequest[] = []
  for (const [index, group] of groups.entries()) {
    const path = `groups[${index}]`
    const checked = validateGroupDefinition(group, reading)
    if (checked.outcome === 'invalid') {
      errors.push(
        ...checked.errors.map((fault) => ({ ...fault, path: fault.path === '' ? path : `${path}.${fault.path}` })),
      )
      continue
    }
    if (checked.outcome === 'tokens-needed') {
      tokens.push(...checked.wanted)
      continue
    }
    const { id } = checked.definition
    if (wanted.some(({ definition }) => definition.id === id))
      errors.push({ path: `${path}.id`, message: `"${id}" is already in the list` })
    else wanted.push({ path, definition: checked.definition })
  }
  if (errors.length > 0) return invalidResult(errors)
  return tokens.length > 0 ? { outcome: 'tokens-needed', wanted: tokens } : { outcome: 'parsed', wanted }
}

const invalidResult = (errors: GroupDefinitionError[]): { outcome: 'invalid'; errors: GroupDefinitionError[] } => ({
  outcome: 'invalid',
  errors,
})

export type GroupsFilePlanStep =
  | { action: 'add' | 'change'; definition: GroupDefinition; changes: string[] }
  | { action: 'remove'; id: string }

export type ApplyGroupsFileChangesResult =
  | { outcome: 'applied'; steps: GroupsFilePlanStep[] }
  | { outcome: 'invalid'; errors: GroupDefinitionError[] }

interface ApplyOptions {
  prune: boolean
  findNaming: FindApplicationsRequiringGroup
}

/** Sorts the steps by group ID, so that concurrent applies cannot deadlock. */
export async function planGroupsFileChanges(
  queries: DatabaseQueryBuilder,
  wanted: readonly DesiredGroup[],
  { prune, findNaming }: ApplyOptions,
): Promise<ApplyGroupsFileChangesResult> {
  const current = await listGroups(queries)
  const steps = wanted.flatMap(({ definition }): GroupsFilePlanStep[] => {
    const before = current.find(({ id }) => id === definition.id)
    if (before === undefined) return [{ action: 'add', definition, changes: [] }]
    const changes = describeGroupDefinitionChanges(before, definition)
    return changes.length === 0 ? [] : [{ action: 'change', definition, changes }]
  })
  const removed = prune ? current.filter(({ id }) => !wanted.some(({ definition }) => definition.id === id)) : []
  const errors: GroupDefinitionError[] = []
  for (const { id } of removed) {
    const naming = await findNaming(queries, id)
    if (naming.length > 0)
      errors.push({
        path: 'groups',
        message: `does not contain "${id}", which cannot be removed because it is required by ${naming.join(', ')}`,
      })
  }
  const added = steps.filter(({ action }) => action === 'add').length
  if (current.length - removed.length + added > maxGroupsPerServer)
    errors.push({ path: 'groups', message: `would exceed the maximum of ${maxGroupsPerServer} groups` })
  if (errors.length > 0) return invalidResult(errors)
  const all = [...steps, ...removed.map(({ id }): GroupsFilePlanStep => ({ action: 'remove', id }))]
  return {
    outcome: 'applied',
    steps: all.toSorted((one, other) => (getPlannedGroupId(one) < getPlannedGroupId(other) ? -1 : 1)),
  }
}

export async function applyGroupsFileChanges(
  { queries, random, actor }: { queries: DatabaseQueryBuilder; random: RandomBytes; actor: AuditActor },
  wanted: readonly DesiredGroup[],
  options: ApplyOptions,
  now: number,
): Promise<ApplyGroupsFileChangesResult> {
  return queries.transaction().execute(async (transaction) => {
    const planned = await planGroupsFileChanges(transaction, wanted, options)
    if (planned.outcome === 'invalid') return planned
    const events: NewAuditEvent[] = []
    for (const step of planned.steps) events.push(...(await applyStep(transaction, step, now, actor)))
    if (events.length > 0) await appendAuditEvents(transaction, random, now, events)
    return planned
  })
}

async function applyStep(
  transaction: DatabaseTransaction,
  step: GroupsFilePlanStep,
  now: number,
  actor: AuditActor,
): Promise<NewAuditEvent[]> {
  const before = await lockGroupRow(transaction, getPlannedGroupId(step))
  if (step.action === 'remove')
    return before === undefined ? [] : [await deleteGroupInTransaction(transaction, step.id, actor)]
  if (before !== undefined) return [await updateGroupInTransaction(transaction, before, step.definition, now, actor)]
  const added = await insertGroupInTransaction(transaction, step.definition, now, actor)
  return added === null ? applyStep(transaction, step, now, actor) : [added]
}

export const getPlannedGroupId = (step: GroupsFilePlanStep): string =>
  step.action === 'remove' ? step.id : step.definition.id

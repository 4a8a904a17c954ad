import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { listGroups } from '../../store/groups/group-store.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  createSignInPolicyRequirement,
  evaluatePolicyAccess,
  mayUseOtherMethod,
  mustUseOtherMethod,
} from './create-access-evaluator.ts'
import { hasApplicationUsers, listRehearsedPeople } from './list-rehearsed-people.ts'
import { getRehearsalWindowStart, rehearseAccess } from './rehearse-access.ts'
import type { Rehearsal } from './rehearse-access.ts'
import { needsNames, prepareRules } from './rehearse-group-rule.ts'
import type { RehearsalContext } from './rehearse-group-rule.ts'

export async function rehearseSignInPolicy(
  context: RehearsalContext,
  { application: applicationId, policy }: AdminApiEndpointInput<'rehearseSignInPolicy'>['body'],
): Promise<Rehearsal> {
  const { queries, signal } = context
  const current = applicationId === null ? undefined : await findApplicationById(queries, applicationId)
  if (applicationId !== null && current === undefined)
    throw new ApiError('application.not_found', { place: { field: 'application' } })
  const groups = await listGroups(queries)
  const missing = policy.allowedGroups.findIndex((id) => !groups.some((group) => group.id === id))
  if (missing !== -1) throw new ApiError('group.not_found', { place: { field: `policy.allowedGroups[${missing}]` } })
  const after = createSignInPolicyRequirement(policy, groups)
  const before = current === undefined ? null : createSignInPolicyRequirement(current.definition, groups)
  const rules = [after, before].flatMap((requirement) => requirement?.rule ?? [])
  const { evaluate, inference } = await prepareRules(context, rules, groups)
  const since = getRehearsalWindowStart(context)
  const isUsed = applicationId !== null && (await hasApplicationUsers(queries, applicationId, since))
  const people = listRehearsedPeople(queries, {
    applicationId: isUsed ? applicationId : null,
    since,
    groupIds: inference.groupIds,
    needsNames: needsNames(rules, groups, inference),
    needsPasskeys: true,
    needsLastCredential: (person) => mayUseOtherMethod(policy, person),
    signal,
  })
  const rehearsal = await rehearseAccess(
    queries,
    people,
    {
      before: before && ((person) => evaluatePolicyAccess(evaluate, before, person)),
      after: (person) => evaluatePolicyAccess(evaluate, after, person),
      ...(before && { mustUseOtherMethod: (person) => mustUseOtherMethod(before.policy, after.policy, person) }),
    },
    context,
  )
  return { ...rehearsal, population: isUsed ? 'application' : 'everyone' }
}

import type { AdminApiEndpointInput, AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { createBackgroundChainReaders } from '../../chains/reader/create-background-chain-readers.ts'
import { listApplicationsRequiringGroup } from '../../store/applications/validate-application-group-references.ts'
import {
  applyGroupsFileChanges,
  getPlannedGroupId,
  planGroupsFileChanges,
  parseGroupsFile,
} from '../../groups/membership/apply-groups-file.ts'
import type { GroupsFileParseResultOrTokenRequest } from '../../groups/membership/apply-groups-file.ts'
import {
  validateGroupDefinitionAgainstServer,
  findGroupRuleChainAndEnsErrors,
} from '../../groups/membership/validate-group-definition-against-server.ts'
import { resolveGroupRuleTokenContracts } from '../../groups/membership/resolve-group-rule-token-contracts.ts'
import type { GroupDefinition } from '../../store/groups/group-definition.ts'
import { addGroup, changeGroupDefinition, removeGroup } from '../../groups/membership/manage-groups.ts'
import type { GroupRule, GroupDefinitionError } from '../../store/groups/group-rule-types.ts'
import { listGroups } from '../../store/groups/group-store.ts'
import { maxWalletListFileBytes } from '@countersign/api/parse-wallet-list-file'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import {
  listGroupMembers,
  readAdminGroupDetails,
  readGroupSummary,
  readGroupListPage,
  requireExistingGroup,
} from './list-groups.ts'
import { explainGroupMembership } from './explain-group-membership.ts'
import { createGroupMemberPreviewer } from './preview-group-members.ts'
import { createReplicaOrDatabaseReader } from './replica-or-database-reader.ts'
import { registerGroupRuleEditorRoutes } from './group-rule-editor-routes.ts'

const ruleBytes = 2 * maxWalletListFileBytes
const fileBytes = 16_777_216

export function registerAdminGroupRoutes(app: AdminEndpointContext): void {
  const { clock, random, database } = app
  const { queries } = database
  const { limits } = app.settings
  const context = { queries, random }
  // Chain reads have low priority here, so that they do not delay sign-ins.
  const behind = { ...app, chains: createBackgroundChainReaders(app.chains) }
  const { chains } = behind
  const previewRule = createGroupMemberPreviewer(behind)
  registerGroupRuleEditorRoutes(app)
  const moment = () => ({ limits, now: clock() })

  registerAdminEndpoint(app, 'listGroups', async ({ query, reply }) =>
    createReplicaOrDatabaseReader(app, reply)(({ queries }) => readGroupListPage(queries, query, moment())),
  )

  registerAdminEndpoint(app, 'readGroup', async ({ params }) => readAdminGroupDetails(queries, params.group, moment()))

  registerAdminEndpoint(app, 'listGroupMembers', async ({ params, query, reply }) =>
    createReplicaOrDatabaseReader(app, reply)((from) => listGroupMembers(from, params.group, query, moment())),
  )

  registerAdminEndpoint(app, 'previewRule', async ({ body, admin }) => {
    const preview = await previewRule(body)
    return canSeePeople(admin) ? preview : { ...preview, sample: [] }
  })

  registerAdminEndpoint(app, 'explainMembership', async ({ params, body, admin }) => {
    if (!canSeePeople(admin)) throw new ApiError('permission.denied', { privateDetail: 'people.read' })
    return explainGroupMembership(behind, params.group, body.person)
  })

  registerAdminEndpoint(
    app,
    'createGroup',
    async ({ body, admin: { actor } }) => {
      const definition = await requireDefinition(body, chains, null)
      const outcome = await addGroup(context, definition, clock(), actor)
      if (outcome !== 'added')
        throw new ApiError(outcome === 'already-exists' ? 'group.already_exists' : 'group.too_many')
      return readGroupSummary(queries, definition.id, moment())
    },
    { maxBodyBytes: ruleBytes },
  )

  registerAdminEndpoint(
    app,
    'changeGroup',
    async ({ params, body: { changedAt, ...body }, admin: { actor } }) => {
      // The ID appears in claims, so it must not change.
      if (body.id !== params.group)
        throw new ApiError('group.invalid', { place: { field: 'id' }, privateDetail: 'the ID cannot be changed' })
      const { rule } = await requireExistingGroup(queries, params.group)
      const changes = await changeGroupDefinition(context, await requireDefinition(body, chains, rule), clock(), {
        actor,
        readAt: Date.parse(changedAt),
      })
      if (changes === undefined) throw new ApiError('group.not_found')
      if (changes === 'conflict') throw new ApiError('group.conflict')
      return { ...(await readGroupSummary(queries, params.group, moment())), changes }
    },
    { maxBodyBytes: ruleBytes },
  )

  registerAdminEndpoint(
    app,
    'applyGroups',
    ({ body, admin: { actor } }) => applyGroupsFile({ ...context, actor }, chains, body, clock()),
    { maxBodyBytes: fileBytes },
  )

  registerAdminEndpoint(app, 'removeGroup', async ({ params, admin: { actor } }) => {
    const naming = await removeGroup(context, params.group, listApplicationsRequiringGroup, clock(), actor)
    if (naming === undefined) throw new ApiError('group.not_found')
    if (naming.length > 0) throw new ApiError('group.in_use', { privateDetail: naming.join(', ') })
    return undefined
  })
}

async function applyGroupsFile(
  context: Parameters<typeof applyGroupsFileChanges>[0],
  chains: ConfiguredChains,
  { file, dryRun, prune }: AdminApiEndpointInput<'applyGroups'>['body'],
  now: number,
): Promise<AdminApiEndpointOutput<'applyGroups'>> {
  const { queries } = context
  // Known token metadata is kept, so that applying the same file again changes nothing.
  const before = (await listGroups(queries)).map(({ rule }) => rule)
  const read = await resolveGroupRuleTokenContracts<GroupsFileParseResultOrTokenRequest>(
    (reading) => parseGroupsFile(file, reading),
    chains,
    before,
  )
  if (read.outcome === 'unavailable') throw new ApiError('rule.chain_unavailable', { privateDetail: read.message })
  if (read.outcome === 'invalid') throw groupError(read.errors)
  const errors = []
  for (const { path, definition } of read.wanted) {
    for (const fault of await findGroupRuleChainAndEnsErrors(definition.rule, chains))
      errors.push({ ...fault, path: `${path}.${fault.path}` })
  }
  if (errors.length > 0) throw groupError(errors)
  const options = { prune, findNaming: listApplicationsRequiringGroup }
  const applied = dryRun
    ? await planGroupsFileChanges(queries, read.wanted, options)
    : await applyGroupsFileChanges(context, read.wanted, options, now)
  if (applied.outcome === 'invalid') throw groupError(applied.errors)
  return {
    steps: applied.steps.map((step) => ({
      action: step.action,
      id: getPlannedGroupId(step),
      changes: step.action === 'remove' ? [] : step.changes,
    })),
  }
}

/** An API token that may only read groups must not look up people by address (THREATS P8). */
const canSeePeople = ({ permissions }: AdminCaller): boolean => permissions.includes('people.read')

async function requireDefinition(
  body: AdminApiEndpointInput<'createGroup'>['body'],
  chains: ConfiguredChains,
  before: GroupRule | null,
): Promise<GroupDefinition> {
  const checked = await validateGroupDefinitionAgainstServer(body, chains, before)
  if (checked.outcome === 'valid') return checked.definition
  if (checked.outcome === 'unavailable')
    throw new ApiError('rule.chain_unavailable', { privateDetail: checked.message })
  throw groupError(checked.errors)
}

function groupError(errors: readonly GroupDefinitionError[]): ApiError {
  const [{ path, message } = { path: '', message: 'no reason given' }] = errors
  return new ApiError('group.invalid', {
    place: { field: path, errors: errors.map((fault) => ({ path: fault.path, message: fault.message })) },
    privateDetail: `${path} ${message}`,
  })
}

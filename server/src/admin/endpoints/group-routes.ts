// HTTP for groups: which there are, who belongs and why, and making, changing and removing them.
import type { AdminInput } from '@countersign/api/admin-calls'
import { inBackground } from '../../chains/reader/in-background.ts'
import { listApplicationsNaming } from '../../store/applications/known-groups.ts'
import { applyGroups, idOf, planGroups, readGroupsFile } from '../../groups/membership/apply.ts'
import type { TriedGroups } from '../../groups/membership/apply.ts'
import { checkWholeGroup, outsideFaults } from '../../groups/membership/check-outside.ts'
import { complete } from '../../groups/membership/complete-rule.ts'
import type { GroupDefinition } from '../../store/groups/group-definition.ts'
import { addGroup, changeGroup, removeGroup } from '../../groups/membership/operate.ts'
import type { Rule, SaidFault } from '../../store/groups/rule.ts'
import { listGroups } from '../../store/groups/store.ts'
import { maxWalletsBytes } from '@countersign/api/wallets-text'
import type { Chains } from '../../platform/chain-settings.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import type { Admin, AdminApp } from '../authorization/admin-call.ts'
import { listMembers, readGroup, readGroupShort, readGroupsPage, requireGroup } from './groups.ts'
import { explainMembership } from './explain-rule.ts'
import { createPreview } from './preview-rule.ts'
import { readerFor } from './read-list.ts'
import { registerRules } from './rule-routes.ts'

/** A rule with a whole list of wallets, written as JSON. */
const ruleBytes = 2 * maxWalletsBytes
const fileBytes = 16_777_216

export function registerGroups(app: AdminApp): void {
  const { clock, random, database } = app
  const { queries } = database
  const { limits } = app.settings
  const world = { queries, random }
  // Whoever tries rules takes no place from who signs in at this moment.
  const behind = { ...app, chains: inBackground(app.chains) }
  const { chains } = behind
  const previewRule = createPreview(behind)
  registerRules(app)
  const moment = () => ({ limits, now: clock() })

  registerAdminCall(app, 'listGroups', async ({ query, reply }) =>
    readerFor(app, reply)(({ queries }) => readGroupsPage(queries, query, moment())),
  )

  registerAdminCall(app, 'readGroup', async ({ params }) => readGroup(queries, params.group, moment()))

  registerAdminCall(app, 'listGroupMembers', async ({ params, query, reply }) =>
    readerFor(app, reply)((from) => listMembers(from, params.group, query, moment())),
  )

  registerAdminCall(app, 'previewRule', async ({ body, admin }) => {
    const preview = await previewRule(body)
    return maySeePeople(admin) ? preview : { ...preview, sample: [] }
  })

  registerAdminCall(app, 'explainMembership', async ({ params, body, admin }) => {
    if (!maySeePeople(admin)) throw new Refusal('permission.lacking', { privateDetail: 'people.read' })
    return explainMembership(behind, params.group, body.person)
  })

  registerAdminCall(
    app,
    'createGroup',
    async ({ body, admin: { actor } }) => {
      const definition = await requireDefinition(body, chains, null)
      const outcome = await addGroup(world, definition, clock(), actor)
      if (outcome !== 'added') throw new Refusal(outcome === 'taken' ? 'group.taken' : 'group.too_many')
      return readGroupShort(queries, definition.id, moment())
    },
    { bodyBytes: ruleBytes },
  )

  registerAdminCall(
    app,
    'changeGroup',
    async ({ params, body: { changedAt, ...body }, admin: { actor } }) => {
      // What applications are told stays: they would take another id for another group.
      if (body.id !== params.group)
        throw new Refusal('group.faulty', { place: { field: 'id' }, privateDetail: 'another id' })
      const { rule } = await requireGroup(queries, params.group)
      const changes = await changeGroup(world, await requireDefinition(body, chains, rule), clock(), {
        actor,
        readAt: Date.parse(changedAt),
      })
      if (changes === undefined) throw new Refusal('group.not_found')
      if (changes === 'changed-meanwhile') throw new Refusal('group.changed_meanwhile')
      return { ...(await readGroupShort(queries, params.group, moment())), changes }
    },
    { bodyBytes: ruleBytes },
  )

  registerAdminCall(
    app,
    'applyGroups',
    async ({ body: { file, dryRun, prune }, admin: { actor } }) => {
      // What the stored groups know of their tokens stays as it is, so that a file can be applied again and again.
      const before = (await listGroups(queries)).map(({ rule }) => rule)
      const read = await complete<TriedGroups>((reading) => readGroupsFile(file, reading), chains, before)
      if (read.outcome === 'unavailable') throw new Refusal('rule.chain_unavailable', { privateDetail: read.message })
      if (read.outcome === 'faulty') throw faulty(read.faults)
      const faults = []
      for (const { path, definition } of read.wanted) {
        for (const fault of await outsideFaults(definition.rule, chains))
          faults.push({ ...fault, path: `${path}.${fault.path}` })
      }
      if (faults.length > 0) throw faulty(faults)
      const options = { prune, findNaming: listApplicationsNaming }
      const applied = dryRun
        ? await planGroups(queries, read.wanted, options)
        : await applyGroups({ ...world, actor }, read.wanted, options, clock())
      if (applied.outcome === 'faulty') throw faulty(applied.faults)
      return {
        steps: applied.steps.map((step) => ({
          action: step.action,
          id: idOf(step),
          changes: step.action === 'remove' ? [] : step.changes,
        })),
      }
    },
    { bodyBytes: fileBytes },
  )

  registerAdminCall(app, 'removeGroup', async ({ params, admin: { actor } }) => {
    const naming = await removeGroup(world, params.group, listApplicationsNaming, clock(), actor)
    if (naming === undefined) throw new Refusal('group.not_found')
    if (naming.length > 0) throw new Refusal('group.demanded', { privateDetail: naming.join(', ') })
    return undefined
  })
}

/** A token that may read groups alone learns who belongs to them, and nothing of anybody else: any address could be asked for (THREATS P8). */
const maySeePeople = ({ permissions }: Admin): boolean => permissions.includes('people.read')

async function requireDefinition(
  body: AdminInput<'createGroup'>['body'],
  chains: Chains,
  before: Rule | null,
): Promise<GroupDefinition> {
  const checked = await checkWholeGroup(body, chains, before)
  if (checked.outcome === 'complete') return checked.definition
  if (checked.outcome === 'unavailable') throw new Refusal('rule.chain_unavailable', { privateDetail: checked.message })
  throw faulty(checked.faults)
}

function faulty(faults: readonly SaidFault[]): Refusal {
  const [{ path, message } = { path: '', message: 'no reason given' }] = faults
  return new Refusal('group.faulty', {
    place: { field: path, faults: faults.map((fault) => ({ path: fault.path, message: fault.message })) },
    privateDetail: `${path} ${message}`,
  })
}

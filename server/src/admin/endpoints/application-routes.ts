// HTTP for applications: what an operator does to them at the command line, done by administrators, in their name.
import type { AdminEndpointInput } from '@countersign/api/admin-endpoints'
import { limits as allLimits } from '@countersign/api/limits'
import { addApplication } from '../../store/applications/add-application.ts'
import type { ApplicationContext } from '../../store/applications/add-application.ts'
import { validateEmailAlias } from '../../store/applications/validate-email-alias.ts'
import { verifySectorIdentifier } from '../../store/applications/verify-sector-identifier.ts'
import { applyApplications } from '../../store/applications/apply-applications.ts'
import { changeApplication, validateAgainstDocument } from '../../store/applications/change-application.ts'
import { changeApplicationLogo } from '../../store/applications/change-application-logo.ts'
import { createDefinitionError, createDefinitionErrorDetail } from '../../store/definition-errors/definition-error.ts'
import type { CodedDefinitionError } from '../../store/definition-errors/definition-error.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition.ts'
import type { DefinitionError } from '../../store/definition-errors/definition-error.ts'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { enableApplication } from '../../store/applications/enable-application.ts'
import { revokePreviousSecret } from '../../store/applications/revoke-previous-secret.ts'
import { validateGroupReferences } from '../../store/applications/validate-group-references.ts'
import { findUnknownResourceScopes } from '../../store/resources/resource-references.ts'
import { validateLogo } from '../../store/applications/application-logo.ts'
import type { Logo } from '../../store/applications/application-logo.ts'
import { validateSubjectChanges, planApplicationChanges } from '../../store/applications/plan-application-changes.ts'
import type {
  ApplicationPlanOptions,
  ApplicationPlanStep,
  DesiredApplication,
} from '../../store/applications/plan-application-changes.ts'
import { validateClientSecret } from '../../store/applications/client-secret.ts'
import { countPeopleSharingClaim } from '../../store/grants/count-people-sharing-claim.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import type { ApplyApplicationsResult } from '../../store/applications/apply-applications.ts'
import { completeDefinition } from '../../store/applications/complete-definition.ts'
import { preserveStoredMembers } from '../../store/applications/preserve-stored-members.ts'
import { removeApplication } from '../../store/applications/remove-application.ts'
import { rotateClientSecret } from '../../store/applications/rotate-client-secret.ts'
import { validateSiteHostsAvailable } from '../../store/applications/site-host-store.ts'
import { validateSectorIdentifierHost } from '../../store/applications/sector-identifier.ts'
import { findApplication, listAllApplications } from '../../store/applications/application-store.ts'
import { validateSubjectChange } from '../../store/applications/validate-subject-change.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { formatTimestamp } from '../../platform/clock.ts'
import { applicationKinds } from '../../platform/database/column-types.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminCaller, AdminApp } from '../authorization/register-admin-endpoint.ts'
import { listClientSettings } from './client-settings.ts'
import { listPresets } from './application-presets.ts'
import { createReplicaReader } from './replica-reader.ts'
import { describeApplicationRow, listApplications, readApplication } from './list-applications.ts'

/** Base64 of the largest logo, and what stands around it. */
const logoBodyBytes = Math.ceil(allLimits.logoBytes.max / 3) * 4 + 100
const withLogoBytes = logoBodyBytes + allLimits.bodyBytes.max
/** A whole file of definitions, with their logos. */
const fileBytes = 16_777_216

export function registerApplicationRoutes(app: AdminApp): void {
  const { database, settings, clock, random } = app
  const { queries } = database
  const { origin } = settings
  const worldOf = ({ actor }: AdminCaller): ApplicationContext => ({ queries, random, actor })

  registerAdminEndpoint(app, 'listApplications', async ({ query, reply }) =>
    createReplicaReader(app, reply)((from) => listApplications(from, query, clock())),
  )

  registerAdminEndpoint(app, 'readPresets', async () => ({
    kinds: applicationKinds.map((kind) => ({ kind, definition: defaultDefinitionFor(kind) })),
    programs: await listPresets(origin),
    chains: settings.chains.map(({ id, name }) => ({ id, name })),
  }))

  registerAdminEndpoint(app, 'checkApplication', async ({ body }) => {
    const before = body.replaces === undefined ? null : await requireApplication(app, body.replaces)
    const { faults, definition } = await checkDefinition(app, before, given(before, body), body.newSubjects === true)
    return {
      faults,
      definition: definition && { ...definition },
      paste: definition === null ? [] : await listClientSettings(settings, definition),
    }
  })

  registerAdminEndpoint(
    app,
    'createApplication',
    async ({ body, admin }) => {
      const definition = await requireValidDefinition(app, admin, null, body.definition)
      const logo = await requireValidLogo(app, body.logo)
      const added = await addApplication(worldOf(admin), { definition, origin: 'operator', logo }, clock())
      if (added.outcome === 'already-exists') throw new ApiError('application.taken')
      return describeNewApplication(app, definition.id, { secret: added.secret, changes: [] })
    },
    { maxBodyBytes: withLogoBytes },
  )

  registerAdminEndpoint(
    app,
    'applyApplications',
    async ({ body: { applications, dryRun, prune, newSubjects }, admin }) => {
      const wanted = await requireApplicableFile(app, admin, applications)
      const options = { prune, confirmedSubjectChanges: newSubjects }
      const result = dryRun
        ? await previewApplications(queries, wanted, options)
        : await applyApplications(worldOf(admin), wanted, options, clock())
      if (result.outcome === 'invalid') throw definitionError(result.faults)
      if (result.outcome === 'conflict') throw new ApiError('application.changed_meanwhile')
      const steps = []
      for (const step of result.steps) {
        const names = dryRun && step.action === 'change' ? await listUsernameChanges(queries, step) : null
        const changes = step.action === 'change' ? step.changes : []
        steps.push({ action: step.action, id: step.id, changes, ...(names !== null && { names }) })
      }
      return { steps, secrets: result.secrets }
    },
    { maxBodyBytes: fileBytes },
  )

  registerAdminEndpoint(app, 'readApplication', async ({ params }) => {
    const application = await readApplication(queries, settings, params.application, clock())
    if (application === undefined) throw new ApiError('application.not_found')
    return application
  })

  registerAdminEndpoint(
    app,
    'changeApplication',
    async ({ params, body, admin }) => {
      const before = await requireApplication(app, params.application)
      const isSubjectChangeConfirmed = body.newSubjects === true
      const definition = await requireValidDefinition(app, admin, before, given(before, body), isSubjectChangeConfirmed)
      const logo = await requireValidLogo(app, body.logo)
      const changed = await changeApplication(
        worldOf(admin),
        { definition, logo, unchangedSince: Date.parse(body.changedAt), isSubjectChangeConfirmed },
        clock(),
      )
      switch (changed.outcome) {
        case 'unknown':
          throw new ApiError('application.not_found')
        case 'conflict':
          throw new ApiError('application.changed_meanwhile')
        case 'invalid':
          throw definitionError(changed.faults)
        case 'unchanged':
          return describeNewApplication(app, definition.id, { secret: null, changes: [] })
        case 'changed':
          return describeNewApplication(app, definition.id, changed)
      }
    },
    { maxBodyBytes: withLogoBytes },
  )

  registerAdminEndpoint(app, 'rotateApplicationSecret', async ({ params, body, admin }) => {
    const rotated = await rotateClientSecret(
      worldOf(admin),
      params.application,
      { overlapMs: body.overlapSeconds * 1000 },
      clock(),
    )
    if (rotated.outcome === 'unknown') throw new ApiError('application.not_found')
    if (rotated.outcome === 'no-secret') throw new ApiError('application.without_secret')
    return {
      secret: rotated.secret,
      previousWorksUntil: body.overlapSeconds === 0 ? null : formatTimestamp(rotated.previousWorksUntil),
    }
  })

  registerAdminEndpoint(app, 'endPreviousSecret', async ({ params, admin }) =>
    found(await revokePreviousSecret(worldOf(admin), params.application, clock())),
  )
  registerAdminEndpoint(app, 'disableApplication', async ({ params, admin }) =>
    found(await disableApplication(worldOf(admin), params.application, clock())),
  )
  registerAdminEndpoint(app, 'enableApplication', async ({ params, admin }) =>
    found(await enableApplication(worldOf(admin), params.application, clock())),
  )
  registerAdminEndpoint(app, 'removeApplication', async ({ params, admin }) =>
    found(await removeApplication(worldOf(admin), params.application, clock())),
  )

  registerAdminEndpoint(
    app,
    'setApplicationLogo',
    async ({ params, body, admin }) => {
      const reading = await validateLogo(Buffer.from(body.content, 'base64'), settings.limits)
      if ('fault' in reading) throw new ApiError('picture.unreadable', { privateDetail: reading.fault })
      return found(await changeApplicationLogo(worldOf(admin), params.application, reading.logo, clock()))
    },
    { maxBodyBytes: logoBodyBytes },
  )
  registerAdminEndpoint(app, 'removeApplicationLogo', async ({ params, admin }) =>
    found(await changeApplicationLogo(worldOf(admin), params.application, null, clock())),
  )
}

/** @throws ApiError `application.not_found` */
function found(outcome: string): undefined {
  if (outcome === 'unknown') throw new ApiError('application.not_found')
}

/** @throws ApiError `application.not_found` */
async function requireApplication({ database }: AdminApp, id: string): Promise<ApplicationRecord> {
  const record = await findApplication(database.queries, id)
  if (record === undefined) throw new ApiError('application.not_found')
  return record
}

/** The definition that was sent, with the stored members that a partial one leaves out. */
const given = (before: ApplicationRecord | null, { definition, partial }: { definition: object; partial?: boolean }) =>
  partial === true && before !== null ? { ...before.definition, ...definition } : definition

/** What a kind fills in by itself; what is particular to an application is left empty. */
function defaultDefinitionFor(kind: ApplicationDefinition['kind']): Record<string, unknown> {
  const example = {
    id: 'example',
    name: 'Example',
    kind,
    ...(kind === 'machine' && { introspection: ['https://api.example/'] }),
    ...(kind === 'site' && { hosts: ['app.example'] }),
    ...(kind !== 'machine' &&
      kind !== 'device' &&
      kind !== 'site' && { redirectUris: ['https://app.example/callback'] }),
  }
  const completed = completeDefinition(example)
  if (completed.outcome === 'invalid') throw new Error(`The kind ${kind} has no definition of its own`)
  return { ...completed.definition, id: '', name: '', redirectUris: [], hosts: [], introspection: 'own' }
}

/** What is wrong with a definition as far as this server knows by itself: no other server is asked for somebody who only looks. */
async function checkDefinition(
  { database, settings }: AdminApp,
  before: ApplicationRecord | null,
  given: unknown,
  isStrangersMeant: boolean,
): Promise<{ faults: CodedDefinitionError[]; definition: ApplicationDefinition | null }> {
  const completed = completeDefinition(given)
  if (completed.outcome === 'invalid') return { faults: completed.faults, definition: null }
  const definition = preserveStoredMembers(before?.definition, completed.definition, Object.keys(given as object))
  const faults = [
    ...(before === null && (await findApplication(database.queries, definition.id)) !== undefined
      ? [createDefinitionError('id', createDefinitionErrorDetail('id_taken'))]
      : []),
    ...(before !== null && before.id !== definition.id
      ? [createDefinitionError('id', createDefinitionErrorDetail('id_fixed', { id: before.id }))]
      : []),
    ...(before === null
      ? []
      : [...validateSectorIdentifierHost(before.sector, definition), ...validateAgainstDocument(before, definition)]),
    ...(await validateSubjectChange(database.queries, before, definition, isStrangersMeant)),
    ...validateEmailAlias(settings, before?.definition, definition),
    ...(await validateGroupReferences(database.queries, definition)),
    ...(await validateSiteHostsAvailable(database.queries, definition)),
    ...(await findUnknownResourceScopes(database.queries, definition)),
  ]
  return { faults, definition }
}

/** @throws ApiError `application.faulty`; `application.taken` */
async function requireValidDefinition(
  app: AdminApp,
  admin: AdminCaller,
  before: ApplicationRecord | null,
  given: unknown,
  isStrangersMeant = false,
): Promise<ApplicationDefinition> {
  const { faults, definition } = await checkDefinition(app, before, given, isStrangersMeant)
  if (before === null && faults.length === 1 && faults[0]?.path === 'id' && definition !== null)
    throw new ApiError('application.taken')
  if (faults.length > 0 || definition === null) throw definitionError(faults)
  const unread = await verifySectorIdentifier(app, before, definition)
  if (unread.length > 0) throw definitionError(unread, admin)
  return definition
}

/** @throws ApiError `application.faulty` */
async function requireValidLogo(
  { settings }: AdminApp,
  content: string | null | undefined,
): Promise<Logo | null | undefined> {
  if (content === undefined || content === null) return content
  const reading = await validateLogo(Buffer.from(content, 'base64'), settings.limits)
  if ('fault' in reading) throw definitionError([{ path: 'logo', message: reading.fault }])
  return reading.logo
}

/**
 * Checks what an apply wants. Everything from other servers is read before the transaction, which must not wait for them.
 * @throws ApiError `application.faulty`
 */
async function requireApplicableFile(
  app: AdminApp,
  admin: AdminCaller,
  applications: AdminEndpointInput<'applyApplications'>['body']['applications'],
): Promise<DesiredApplication[]> {
  const { queries } = app.database
  const records = new Map((await listAllApplications(queries)).map((record) => [record.id, record]))
  const wanted: DesiredApplication[] = []
  const faults: DefinitionError[] = []
  const unread: DefinitionError[] = []
  for (const [index, { definition: given, secret, logo: content }] of applications.entries()) {
    const path = `applications[${index}]`
    const under = (found: readonly DefinitionError[]): DefinitionError[] =>
      found.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }))
    const completed = completeDefinition(given)
    if (completed.outcome === 'invalid') {
      faults.push(...under(completed.faults))
      continue
    }
    const record = records.get(completed.definition.id) ?? null
    const definition = preserveStoredMembers(record?.definition, completed.definition, Object.keys(given))
    const reading =
      typeof content === 'string' ? await validateLogo(Buffer.from(content, 'base64'), app.settings.limits) : null
    const secretMessage = secret === undefined ? null : validateClientSecret(secret)
    unread.push(...under(await verifySectorIdentifier(app, record, definition)))
    faults.push(
      ...under([
        ...validateEmailAlias(app.settings, record?.definition, definition),
        ...(await validateGroupReferences(queries, definition)),
        ...(await validateSiteHostsAvailable(queries, definition)),
        ...(await findUnknownResourceScopes(queries, definition)),
        ...(reading !== null && 'fault' in reading ? [{ path: 'logo', message: reading.fault }] : []),
        ...(secretMessage === null ? [] : [{ path: 'secret', message: secretMessage }]),
      ]),
    )
    const logo = reading === null ? (content as null | undefined) : 'logo' in reading ? reading.logo : undefined
    wanted.push({ path, definition, secret, logo })
  }
  const ids = wanted.map(({ definition }) => definition.id)
  for (const { path, definition } of wanted.filter(({ definition: { id } }, index) => ids.indexOf(id) < index))
    faults.push({ path: `${path}.id`, message: `"${definition.id}" is there already` })
  if (faults.length > 0) throw definitionError([...faults, ...(admin.actor.kind === 'operator' ? unread : [])])
  if (unread.length > 0) throw definitionError(unread, admin)
  return wanted
}

async function previewApplications(
  queries: DatabaseQueries,
  wanted: readonly DesiredApplication[],
  options: ApplicationPlanOptions,
): Promise<ApplyApplicationsResult> {
  const { steps, faults } = planApplicationChanges(await listAllApplications(queries), wanted, options)
  faults.push(...(await validateSubjectChanges(queries, steps, options)))
  return faults.length > 0 ? { outcome: 'invalid', faults } : { outcome: 'applied', steps, secrets: [] }
}

/** Which names a change replaces, and of how many people. */
async function listUsernameChanges(
  queries: DatabaseQueries,
  { record, wanted }: Extract<ApplicationPlanStep, { action: 'change' }>,
): Promise<{ preferredUsername: string; people: number } | null> {
  const { preferredUsername } = wanted.definition
  if (record.definition.preferredUsername === preferredUsername) return null
  return { preferredUsername, people: await countPeopleSharingClaim(queries, record.id, 'profile') }
}

/**
 * Tells every fault.
 * @param admin where the faults are of a request to another server: only the operator, who can read the log, learns what that answered
 */
const definitionError = (faults: readonly DefinitionError[], admin?: AdminCaller): ApiError =>
  new ApiError('application.faulty', {
    place: {
      field: `definition.${faults[0]?.path ?? ''}`,
      ...((admin === undefined || admin.actor.kind === 'operator') && {
        faults: faults.map(({ path, message }) => ({ path, message })),
      }),
    },
    privateDetail: faults.map(({ path, message }) => `${path}: ${message}`).join('; '),
  })

async function describeNewApplication(
  { database, settings, clock }: AdminApp,
  id: string,
  { secret, changes }: { secret: string | null; changes: string[] },
) {
  const record = await findApplication(database.queries, id)
  if (record === undefined) throw new ApiError('application.not_found')
  return {
    application: await describeApplicationRow(database.queries, record, clock()),
    secret,
    paste: await listClientSettings(settings, record.definition, secret),
    changes,
  }
}

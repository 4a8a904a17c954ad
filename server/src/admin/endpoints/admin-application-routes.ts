import type { AdminApiEndpointInput, AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { serverLimitDefinitions as allLimits } from '@countersign/api/server-limits'
import { addApplication } from '../../store/applications/add-application.ts'
import type { ApplicationStoreContext } from '../../store/applications/add-application.ts'
import { applyApplicationsFileChanges } from '../../store/applications/apply-applications-file-changes.ts'
import { changeApplicationDefinition } from '../../store/applications/change-application-definition.ts'
import { changeApplicationLogo } from '../../store/applications/change-application-logo.ts'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { enableApplication } from '../../store/applications/enable-application.ts'
import { revokePreviousClientSecret } from '../../store/applications/revoke-previous-client-secret.ts'
import { validateApplicationLogo } from '../../store/applications/application-logo.ts'
import { removeApplication } from '../../store/applications/remove-application.ts'
import { rotateClientSecret } from '../../store/applications/rotate-client-secret.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { applicationKinds } from '../../platform/database/database-column-types.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { createBearerSecret } from '../../platform/random-bearer-secret.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import { applyListedProducts, planListedProducts } from '../products/apply-listed-products.ts'
import { describeApplicationSetup } from './describe-application-setup.ts'
import { listOidcClientSettings } from './list-oidc-client-settings.ts'
import { createDefaultDefinition, listApplicationPresets } from './list-application-presets.ts'
import { createReplicaOrDatabaseReader } from './replica-or-database-reader.ts'
import { toAdminApplicationListEntry, listApplications, readAdminApplicationDetails } from './list-applications.ts'
import {
  checkApplicationDefinition,
  requireValidApplicationDefinition,
  requireValidApplicationLogo,
  createApplicationDefinitionApiError,
} from './validate-submitted-application.ts'
import {
  requireValidApplicationsFile,
  previewApplicationChanges,
  findPreferredUsernameChange,
} from './apply-applications-file.ts'

/** Size of the largest logo in base64, plus the JSON around it. */
const logoBodyBytes = Math.ceil(allLimits.logoBytes.max / 3) * 4 + 100

const withLogoBytes = logoBodyBytes + allLimits.bodyBytes.max

const fileBytes = 16_777_216

export function registerAdminApplicationRoutes(app: AdminEndpointContext): void {
  registerReadRoutes(app)
  registerDefinitionRoutes(app)
  registerLifecycleRoutes(app)
  registerLogoRoutes(app)
}

const createContext = (
  { database: { queries }, random }: AdminEndpointContext,
  { actor }: AdminCaller,
): ApplicationStoreContext => ({
  queries,
  random,
  actor,
})

function registerReadRoutes(app: AdminEndpointContext): void {
  const { database, settings, clock } = app

  registerAdminEndpoint(app, 'listApplications', async ({ query, reply }) =>
    createReplicaOrDatabaseReader(app, reply)((from) => listApplications(from, query, clock())),
  )

  registerAdminEndpoint(app, 'readPresets', async () => ({
    kinds: applicationKinds.map((kind) => ({ kind, definition: createDefaultDefinition(kind) })),
    programs: await listApplicationPresets(settings.origin),
    chains: settings.chains.map(({ id, name }) => ({ id, name })),
  }))

  registerAdminEndpoint(app, 'readApplication', async ({ params }) => {
    const application = await readAdminApplicationDetails(database.queries, settings, params.application, clock())
    if (application === undefined) throw new ApiError('application.not_found')
    return application
  })

  registerAdminEndpoint(app, 'checkApplication', async ({ body }) => {
    const before = body.replaces === undefined ? null : await requireApplication(app, body.replaces)
    const { errors, definition } = await checkApplicationDefinition(
      app,
      before,
      given(before, body),
      body.newSubjects === true,
    )
    return {
      errors,
      definition: definition && { ...definition },
      clientSettings: definition === null ? [] : await listOidcClientSettings(settings, definition),
    }
  })
}

function registerDefinitionRoutes(app: AdminEndpointContext): void {
  registerAdminEndpoint(
    app,
    'createApplication',
    async ({ body, admin }) => {
      const definition = await requireValidApplicationDefinition(app, admin, null, body.definition)
      const logo = await requireValidApplicationLogo(app, body.logo)
      const added = await addApplication(
        createContext(app, admin),
        { definition, origin: 'operator', logo },
        app.clock(),
      )
      if (added.outcome === 'already-exists') throw new ApiError('application.already_exists')
      if (added.outcome === 'invalid') throw createApplicationDefinitionApiError(added.errors)
      const sessionSecret = definition.kind === 'web' ? createBearerSecret(app.random) : null
      return describeNewApplication(app, definition.id, { secret: added.secret, changes: [], sessionSecret })
    },
    { maxBodyBytes: withLogoBytes },
  )

  registerAdminEndpoint(
    app,
    'changeApplication',
    ({ params, body, admin }) => changeDefinition(app, admin, params.application, body),
    { maxBodyBytes: withLogoBytes },
  )

  registerAdminEndpoint(app, 'applyApplications', ({ body, admin }) => applyApplicationsFile(app, admin, body), {
    maxBodyBytes: fileBytes,
  })
}

async function changeDefinition(
  app: AdminEndpointContext,
  admin: AdminCaller,
  id: string,
  body: AdminApiEndpointInput<'changeApplication'>['body'],
): Promise<AdminApiEndpointOutput<'changeApplication'>> {
  const before = await requireApplication(app, id)
  const isSubjectChangeConfirmed = body.newSubjects === true
  const definition = await requireValidApplicationDefinition(
    app,
    admin,
    before,
    given(before, body),
    isSubjectChangeConfirmed,
  )
  const logo = await requireValidApplicationLogo(app, body.logo)
  const changed = await changeApplicationDefinition(
    createContext(app, admin),
    { definition, logo, unchangedSince: Date.parse(body.changedAt), isSubjectChangeConfirmed },
    app.clock(),
  )
  switch (changed.outcome) {
    case 'unknown':
      throw new ApiError('application.not_found')
    case 'conflict':
      throw new ApiError('application.conflict')
    case 'invalid':
      throw createApplicationDefinitionApiError(changed.errors)
    case 'unchanged':
      return describeNewApplication(app, definition.id, { secret: null, changes: [] })
    case 'changed':
      return describeNewApplication(app, definition.id, changed)
  }
}

async function applyApplicationsFile(
  app: AdminEndpointContext,
  admin: AdminCaller,
  {
    applications,
    products: listed = [],
    dryRun,
    prune,
    newSubjects,
  }: AdminApiEndpointInput<'applyApplications'>['body'],
): Promise<AdminApiEndpointOutput<'applyApplications'>> {
  const { queries } = app.database
  const { wanted, products } = await requireValidApplicationsFile(app, admin, { applications, products: listed })
  const productSteps = await planListedProducts(queries, products)
  const options = {
    prune,
    confirmedSubjectChanges: newSubjects,
    applyFirst: (transaction: DatabaseTransaction) =>
      applyListedProducts(
        transaction,
        { products, applications: wanted.map(({ definition }) => definition) },
        app.clock(),
        admin.actor,
      ),
  }
  const result = dryRun
    ? await previewApplicationChanges(queries, wanted, options)
    : await applyApplicationsFileChanges(createContext(app, admin), wanted, options, app.clock())
  if (result.outcome === 'invalid') throw createApplicationDefinitionApiError(result.errors)
  if (result.outcome === 'conflict') throw new ApiError('application.conflict')
  const steps = []
  for (const step of result.steps) {
    const names = dryRun && step.action === 'change' ? await findPreferredUsernameChange(queries, step) : null
    const changes = step.action === 'change' ? step.changes : []
    steps.push({ action: step.action, id: step.id, changes, ...(names !== null && { names }) })
  }
  return { steps, secrets: result.secrets, ...(productSteps.length > 0 && { products: productSteps }) }
}

function registerLifecycleRoutes(app: AdminEndpointContext): void {
  const { clock } = app

  registerAdminEndpoint(app, 'rotateApplicationSecret', async ({ params, body, admin }) => {
    const rotated = await rotateClientSecret(
      createContext(app, admin),
      params.application,
      { overlapMs: body.overlapSeconds * 1000 },
      clock(),
    )
    if (rotated.outcome === 'unknown') throw new ApiError('application.not_found')
    if (rotated.outcome === 'no-secret') throw new ApiError('application.no_secret')
    return {
      secret: rotated.secret,
      previousWorksUntil: body.overlapSeconds === 0 ? null : formatRfc3339Timestamp(rotated.previousWorksUntil),
    }
  })

  registerAdminEndpoint(app, 'revokePreviousSecret', async ({ params, admin }) =>
    found(await revokePreviousClientSecret(createContext(app, admin), params.application, clock())),
  )
  registerAdminEndpoint(app, 'disableApplication', async ({ params, admin }) =>
    found(await disableApplication(createContext(app, admin), params.application, clock())),
  )
  registerAdminEndpoint(app, 'enableApplication', async ({ params, admin }) =>
    found(await enableApplication(createContext(app, admin), params.application, clock())),
  )
  registerAdminEndpoint(app, 'removeApplication', async ({ params, admin }) =>
    found(await removeApplication(createContext(app, admin), params.application, clock())),
  )
}

function registerLogoRoutes(app: AdminEndpointContext): void {
  const { settings, clock } = app

  registerAdminEndpoint(
    app,
    'setApplicationLogo',
    async ({ params, body, admin }) => {
      const reading = await validateApplicationLogo(Buffer.from(body.content, 'base64'), settings.limits)
      if ('fault' in reading) throw new ApiError('picture.invalid', { privateDetail: reading.fault })
      return found(await changeApplicationLogo(createContext(app, admin), params.application, reading.logo, clock()))
    },
    { maxBodyBytes: logoBodyBytes },
  )
  registerAdminEndpoint(app, 'removeApplicationLogo', async ({ params, admin }) =>
    found(await changeApplicationLogo(createContext(app, admin), params.application, null, clock())),
  )
}

function found(outcome: string): undefined {
  if (outcome === 'unknown') throw new ApiError('application.not_found')
}

async function requireApplication({ database }: AdminEndpointContext, id: string): Promise<ApplicationRecord> {
  const record = await findApplicationById(database.queries, id)
  if (record === undefined) throw new ApiError('application.not_found')
  return record
}

const given = (before: ApplicationRecord | null, { definition, partial }: { definition: object; partial?: boolean }) =>
  partial === true && before !== null ? { ...before.definition, ...definition } : definition

async function describeNewApplication(
  { database, settings, clock }: AdminEndpointContext,
  id: string,
  {
    secret,
    changes,
    sessionSecret = null,
  }: { secret: string | null; changes: string[]; sessionSecret?: string | null },
) {
  const record = await findApplicationById(database.queries, id)
  if (record === undefined) throw new ApiError('application.not_found')
  return {
    application: await toAdminApplicationListEntry(database.queries, record, clock()),
    secret,
    clientSettings: await listOidcClientSettings(settings, record.definition, secret),
    setup: await describeApplicationSetup(settings, record.definition, { clientSecret: secret, sessionSecret }),
    changes,
  }
}

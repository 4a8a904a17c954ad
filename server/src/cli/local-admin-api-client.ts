// In-process client of the admin API, which acts as the local operator.
import type { FastifyError } from 'fastify'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createAuditLogSequencer } from '../audit-log/audit-log-sequencer.ts'
import type { AdminEndpointContext } from '../admin/authorization/register-admin-endpoint.ts'
import { cliOperatorCaller } from '../admin/authorization/require-admin-permission.ts'
import { createConfiguredChains } from '../chains/reader/create-configured-chains.ts'
import { systemClock, systemRandomBytes } from '../platform/clock.ts'
import { createServerCookieConfig } from '../platform/server-cookie-config.ts'
import { openConfiguredDatabase, openAndMigrateDatabase } from '../platform/database/open-configured-database.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { DatabaseSchema } from '../platform/database/database-schema.ts'
import { createDatabaseStorageHealthTracker } from '../platform/database/database-storage-health-tracker.ts'
import { createHttpServer } from '../platform/http-server.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { createMetricsRegistry } from '../platform/prometheus-metrics.ts'
import { createRateLimiter } from '../platform/rate-limits/rate-limiter.ts'
import { ApiError } from '../platform/api-error.ts'
import type { ServerSettings } from '../platform/server-setting-definitions.ts'
import { createAdminApiClient } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

const routes = {
  application: async (app: AdminEndpointContext) => {
    ;(await import('../admin/endpoints/admin-application-routes.ts')).registerAdminApplicationRoutes(app)
    ;(await import('../admin/endpoints/application-problem-routes.ts')).registerApplicationProblemRoutes(app)
  },
  group: async (app: AdminEndpointContext) =>
    (await import('../admin/endpoints/admin-group-routes.ts')).registerAdminGroupRoutes(app),
  rule: async (app: AdminEndpointContext) =>
    (await import('../admin/endpoints/group-rule-editor-routes.ts')).registerGroupRuleEditorRoutes(app),
  resource: async (app: AdminEndpointContext) =>
    (await import('../admin/endpoints/admin-resource-server-routes.ts')).registerAdminResourceServerRoutes(app),
  product: async (app: AdminEndpointContext) =>
    (await import('../admin/endpoints/admin-product-routes.ts')).registerAdminProductRoutes(app),
  'registration-token': async (app: AdminEndpointContext) =>
    (await import('../admin/endpoints/api-token-routes.ts')).registerClientRegistrationTokenRoutes(app),
  person: async (app: AdminEndpointContext) =>
    (await import('../admin/endpoints/admin-people-routes.ts')).registerAdminPeopleRoutes(app),
  activity: async (app: AdminEndpointContext) =>
    (await import('../admin/endpoints/audit-log-routes.ts')).registerAuditLogRoutes(app),
}

export type AdminApiRouteGroup = keyof typeof routes

/** Runs migrations if `access` is `write`; calls with `read` can throw if the schema is older. */
export async function openLocalAdminApi(
  subjects: readonly AdminApiRouteGroup[],
  access: 'read' | 'write' | 'none',
): Promise<{ client: AdminApiClient; close: () => Promise<void> }> {
  const { settings } = loadServerSettings(process.env)
  const database = await openCommandDatabase(settings, access)
  try {
    const client = await createLocalAdminApiClient(settings, database, subjects)
    return { client, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openCommandDatabase({ database }: ServerSettings, access: 'read' | 'write' | 'none'): Promise<Database> {
  if (access === 'write') return (await openAndMigrateDatabase(database)).database
  return access === 'none' ? createAbsentDatabase() : openConfiguredDatabase(database, { readOnly: true })
}

function createAbsentDatabase(): Database {
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries: Kysely<unknown>) => new SqliteIntrospector(queries),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  const queries = new Kysely<DatabaseSchema>({ dialect })
  const storage = createDatabaseStorageHealthTracker()
  const runWithoutTimeouts: Database['runWithoutTimeouts'] = (run) => run(queries)
  return {
    kind: 'sqlite',
    queries,
    storage,
    pool: null,
    heartbeatQueries: null,
    runWithoutTimeouts,
    close: async () => {},
  }
}

export async function createLocalAdminApiClient(
  settings: ServerSettings,
  database: Database,
  subjects: readonly AdminApiRouteGroup[],
): Promise<AdminApiClient> {
  const http = await createHttpServer(settings, systemRandomBytes, { write: () => {} })
  // Compiling the serializers would take longer than the calls themselves.
  http.setSerializerCompiler(() => JSON.stringify)
  const metrics = createMetricsRegistry()
  const app: AdminEndpointContext = {
    http,
    settings,
    database,
    replica: null,
    clock: systemClock,
    random: systemRandomBytes,
    chains: createConfiguredChains(settings, systemClock, metrics),
    metrics,
    cookies: createServerCookieConfig(settings.origin),
    rateLimiter: createRateLimiter(settings.limits, database, Buffer.from(systemRandomBytes(32)), systemClock),
    flushAuditLog: createAuditLogSequencer(database.queries).flush,
    caller: cliOperatorCaller,
  }
  let thrown: Error | undefined
  http.addHook('onError', async (_request, _reply, error) => {
    thrown = error
  })
  const takeThrown = (): Error | undefined => {
    const taken = thrown
    thrown = undefined
    return taken
  }
  await http.register(async () => {
    for (const subject of subjects) await routes[subject](app)
  })
  return createAdminApiClient({ origin: settings.origin, settings }, async (method, path, body) => {
    const response = await http.inject({
      method: method as 'GET',
      url: path,
      headers: { origin: settings.origin, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { payload: body }),
      payloadAsStream: true,
    })
    const { statusCode: status } = response
    const error = takeThrown()
    if (
      error !== undefined &&
      !(error instanceof ApiError) &&
      (error as Partial<FastifyError>).validation === undefined
    )
      throw error
    const stream = response.stream()
    if (!(error instanceof ApiError) || error.privateDetail === undefined)
      return { status, body: status === 204 ? null : stream }
    const problem = JSON.parse(await text(stream)) as object
    return { status, body: Readable.from([Buffer.from(JSON.stringify({ reason: error.privateDetail, ...problem }))]) }
  })
}

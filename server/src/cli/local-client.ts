// Calls the administration within this process, as the operator of this machine: the routes of the server, without a port, jobs or a person.
import type { FastifyError } from 'fastify'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createSealer } from '../audit-log/seal.ts'
import type { AdminApp } from '../admin/authorization/admin-call.ts'
import { localOperator } from '../admin/authorization/require-permission.ts'
import { createChains } from '../chains/reader/chains.ts'
import { systemClock, systemRandom } from '../platform/clock.ts'
import { createCookies } from '../platform/cookies.ts'
import { openConfigured, openMigrated } from '../platform/database/open-configured.ts'
import type { Database } from '../platform/database/open-database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { createStorageHealth } from '../platform/database/storage-health.ts'
import { createHttp } from '../platform/http.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createRateLimits } from '../platform/rate-limits/rate-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { CallFault, createClient } from './client.ts'
import type { AdminClient } from './client.ts'

const routes = {
  application: async (app: AdminApp) =>
    (await import('../admin/endpoints/application-routes.ts')).registerApplications(app),
  group: async (app: AdminApp) => (await import('../admin/endpoints/group-routes.ts')).registerGroups(app),
  rule: async (app: AdminApp) => (await import('../admin/endpoints/rule-routes.ts')).registerRules(app),
  resource: async (app: AdminApp) => (await import('../admin/endpoints/resource-routes.ts')).registerResources(app),
  'registration-token': async (app: AdminApp) =>
    (await import('../admin/endpoints/token-routes.ts')).registerRegistrationTokens(app),
  person: async (app: AdminApp) => (await import('../admin/endpoints/people-routes.ts')).registerAdminPeople(app),
  activity: async (app: AdminApp) => (await import('../admin/endpoints/event-routes.ts')).registerEvents(app),
}

/** What commands are about, each with its routes. */
export type Subject = keyof typeof routes

const tableOf: Partial<Record<Subject, string>> = {
  application: 'applications',
  group: 'groups',
  resource: 'resources',
}

/**
 * Opens the administration of the server that the settings describe.
 * @param access `write` brings the database up to date first; with `none` there is none
 * @throws CallFault for a database of an earlier version that is only read
 */
export async function openLocal(
  subjects: readonly Subject[],
  access: 'read' | 'write' | 'none',
): Promise<{ client: AdminClient; close: () => Promise<void> }> {
  const { settings } = loadSettings(process.env)
  const database = await open(settings, access)
  try {
    const table = access === 'read' ? tableOf[subjects[0] as Subject] : undefined
    if (table !== undefined && !(await database.queries.introspection.getTables()).some(({ name }) => name === table))
      throw new CallFault('The database is of an earlier version. Start the server once, which brings it up to date.')
    const client = await createLocalClient(settings, database, subjects)
    return { client, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function open({ database }: Settings, access: 'read' | 'write' | 'none'): Promise<Database> {
  if (access === 'write') return (await openMigrated(database)).database
  return access === 'none' ? noDatabase() : openConfigured(database, { readOnly: true })
}

function noDatabase(): Database {
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries: Kysely<unknown>) => new SqliteIntrospector(queries),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  const queries = new Kysely<Schema>({ dialect })
  const storage = createStorageHealth()
  const withoutLimits: Database['withoutLimits'] = (run) => run(queries)
  return { kind: 'sqlite', queries, storage, pool: null, watch: null, withoutLimits, close: async () => {} }
}

/** A client of the routes of these subjects, whose every call is the local operator's. */
export async function createLocalClient(
  settings: Settings,
  database: Database,
  subjects: readonly Subject[],
): Promise<AdminClient> {
  // Whatever fails is printed by the command.
  const http = await createHttp(settings, systemRandom, { write: () => {} })
  // Compiling a serializer takes longer than all that it would be used for.
  http.setSerializerCompiler(() => JSON.stringify)
  const metrics = createMetrics()
  const app: AdminApp = {
    http,
    settings,
    database,
    replica: null,
    clock: systemClock,
    random: systemRandom,
    chains: createChains(settings, systemClock, metrics),
    metrics,
    cookies: createCookies(settings.origin),
    rateLimits: createRateLimits(settings.limits, database, Buffer.from(systemRandom(32)), systemClock),
    settleLog: createSealer(database.queries).settle,
    caller: localOperator,
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
  return createClient({ origin: settings.origin, settings }, async (method, path, body) => {
    const response = await http.inject({
      method: method as 'GET',
      url: path,
      headers: { origin: settings.origin, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { payload: body }),
      payloadAsStream: true,
    })
    const { statusCode: status } = response
    const error = takeThrown()
    // What is neither a refusal nor an invalid request is handled by who runs the command.
    if (error !== undefined && !(error instanceof Refusal) && (error as Partial<FastifyError>).validation === undefined)
      throw error
    const stream = response.stream()
    if (!(error instanceof Refusal) || error.privateDetail === undefined)
      return { status, body: status === 204 ? null : stream }
    const problem = JSON.parse(await text(stream)) as object
    return { status, body: Readable.from([Buffer.from(JSON.stringify({ reason: error.privateDetail, ...problem }))]) }
  })
}

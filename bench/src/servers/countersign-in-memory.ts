// Countersign with one part exchanged: the provider's codes and tokens stand in the in-memory storage that oidc-provider
// brings. What it costs less than the real server is what keeping them costs. Good for nothing but this measurement.
import { ensureKeys } from '@countersign/server/store/signing-keys/ensure'
import { createKeyRing } from '@countersign/server/store/signing-keys/key-ring'
import { createNonces } from '@countersign/server/auth/challenges/nonce'
import { registerChallenges } from '@countersign/server/auth/challenges/routes'
import { createAdapter } from '@countersign/server/oidc/provider/adapter'
import type { Adapter } from '@countersign/server/oidc/provider/adapter'
import { createPollLimit } from '@countersign/server/oidc/provider/poll-limit'
import { createGroupGate } from '@countersign/server/oidc/provider/group-gate'
import { registerInteractions } from '@countersign/server/oidc/provider/interaction-routes'
import { mountProvider, surround } from '@countersign/server/oidc/provider/mount'
import { createProvider } from '@countersign/server/oidc/provider/provider'
import { reportFailures } from '@countersign/server/oidc/provider/report'
import type { App } from '@countersign/server/platform/call'
import { systemClock, systemRandom } from '@countersign/server/platform/clock'
import { createCookies } from '@countersign/server/platform/cookies'
import { openMigrated } from '@countersign/server/platform/database/open-configured'
import { serveHealth } from '@countersign/server/platform/health'
import { createHttp } from '@countersign/server/platform/http'
import { loadSettings } from '@countersign/server/platform/load-settings'
import { createRateLimits } from '@countersign/server/platform/rate-limits/rate-limits'
import { createMetrics } from '@countersign/server/platform/metrics'
import { loadServerKey } from '@countersign/server/platform/server-key'
import { registerSessions } from '@countersign/server/account/sessions/routes'
import { registerSignIn } from '@countersign/server/auth/sign-in/routes'
// @ts-expect-error -- no part of what the package offers, and without types; a measurement may look
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'

const { settings } = loadSettings(process.env)
const { database } = await openMigrated(settings.database)
const [clock, random] = [systemClock, systemRandom]
const serverKey = loadServerKey(settings.keyFile, random)
await ensureKeys({ queries: database.queries, random, serverKey, limits: settings.limits }, clock())

const http = await createHttp(settings, random, undefined)
const app: App = {
  http,
  settings,
  database,
  replica: null,
  clock,
  random,
  chains: new Map(),
  metrics: createMetrics(),
  cookies: createCookies(settings.origin),
  rateLimits: createRateLimits(settings.limits, database, serverKey, clock),
  settleLog: async () => true,
}
const keys = await createKeyRing({ queries: database.queries, serverKey, clock }).current()

const memory = createMemoryAdapter(15) as (kind: string) => Adapter
const documents = { mayAsk: () => false, meet: async () => undefined }
const asking = {
  gate: createGroupGate(app),
  askSector: async () => [],
  askLogo: async () => null,
  documents,
  polls: createPollLimit(),
}
const inMemory = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken', 'ReplayDetection'])
const storage = (kind: string): Adapter =>
  inMemory.has(kind) ? memory(kind) : createAdapter(kind, settings.limits, random, asking)
const provider = createProvider({
  settings,
  random,
  keys,
  fetch,
  registration: false,
  rateLimits: app.rateLimits,
  storage,
})
surround(provider, { app, keys, storage })
reportFailures(provider, http.log)
const handler = provider.callback()

const proving = {
  ...app,
  nonces: createNonces(serverKey),
  floor: { isAbove: () => false, remember: () => {}, check: async () => false },
}
serveHealth(http, { database, clock, mayMeasure: () => false, instance: { unfit: () => null } })
await http.register(async () => {
  registerChallenges(proving)
  registerSignIn(proving)
  registerSessions(app)
  registerInteractions(app)
})
await mountProvider(app, { handler: async () => handler }, documents)
await http.listen({ host: settings.host, port: settings.port })

// The composition root (dependency injection), the whole wiring on one screen: what is given from outside, what stands before every call,
// and the calls.
import type { FastifyInstance } from 'fastify'
import { setImmediate as giveWay } from 'node:timers/promises'
import { countEvents } from './audit-log/count.ts'
import { createSealer } from './audit-log/seal.ts'
import { registerApplications } from './admin/endpoints/application-routes.ts'
import { registerEvents } from './admin/endpoints/event-routes.ts'
import { registerFigures } from './admin/endpoints/figure-routes.ts'
import { registerLog } from './admin/endpoints/log-routes.ts'
import { registerGroups } from './admin/endpoints/group-routes.ts'
import { registerResources } from './admin/endpoints/resource-routes.ts'
import { registerBulk } from './admin/endpoints/bulk-routes.ts'
import { registerAdminPeople } from './admin/endpoints/people-routes.ts'
import { createPageBranding, registerSiteLogo } from './admin/endpoints/page-branding.ts'
import { registerSettings } from './admin/endpoints/settings-routes.ts'
import { registerRegistrationTokens, registerTokens } from './admin/endpoints/token-routes.ts'
import { registerViews } from './admin/endpoints/view-routes.ts'
import { registerTestLogins } from './admin/endpoints/test-login-routes.ts'
import { askWitnesses } from './audit-log/checkpoints/ask-witnesses.ts'
import { signNewest } from './audit-log/checkpoints/sign.ts'
import { signForReader } from './audit-log/checkpoints/sign-now.ts'
import { inBackground } from './chains/reader/in-background.ts'
import { sweepAwaited } from './auth/challenges/awaited.ts'
import { createRollbackFloor } from './auth/challenges/rollback-floor.ts'
import type { RollbackFloor, SpendingMemory } from './auth/challenges/rollback-floor.ts'
import { createNonces } from './auth/challenges/nonce.ts'
import { registerChallenges } from './auth/challenges/routes.ts'
import { sweepSpent } from './auth/challenges/spent.ts'
import { registerCrossDevice } from './auth/cross-device/routes.ts'
import { sweepRequests } from './auth/cross-device/store.ts'
import { forgetUnused } from './store/client-metadata/forget.ts'
import { createDocuments } from './oidc/client-metadata/meet.ts'
import { sweepDocuments } from './store/client-metadata/store.ts'
import { registerLogos } from './store/applications/logo-route.ts'
import { createGroupRechecks, giveBackMembers } from './groups/membership/recheck.ts'
import { registerForwardAuth } from './oidc/forward-auth/routes.ts'
import { registerGrants } from './account/grants/routes.ts'
import { registerLinking } from './auth/linking/routes.ts'
import { createKeyRing } from './store/signing-keys/key-ring.ts'
import type { KeyRing } from './store/signing-keys/key-ring.ts'
import { rotateWhenDue } from './store/signing-keys/rotate.ts'
import { eraseGoneKeys } from './store/signing-keys/store.ts'
import { createCurrentProvider } from './oidc/provider/current-provider.ts'
import { giveBackDeliveries } from './store/authorizations/logout-deliveries.ts'
import { deliverLogouts, sweepLogouts } from './oidc/logout/deliver-logouts.ts'
import { registerDevices } from './oidc/device-authorization/device-routes.ts'
import { registerInteractions } from './oidc/provider/interaction-routes.ts'
import type { SignToken } from './oidc/logout/logout-token.ts'
import { registerMerging } from './account/merging/routes.ts'
import { takeEffect } from './account/merging/take-effect.ts'
import { unlinkUnconfirmed } from './auth/linking/unlink-unconfirmed.ts'
import { sweepMergeOffers } from './store/people/merges.ts'
import { createGateways, gatewayBytes } from './groups/ens/gateways.ts'
import { registerWalletPictures } from './account/profile/wallet-picture-route.ts'
import { refreshNames } from './groups/ens/refresh-names.ts'
import { sweepRegistrationTokens } from './oidc/provider/registration.ts'
import { mountProvider } from './oidc/provider/mount.ts'
import { sweepRecords } from './store/authorizations/records.ts'
import { sweepAnswers } from './store/authorizations/token-answers.ts'
import { registerPasskeys } from './auth/passkeys/routes.ts'
import { registerSignOut } from './oidc/logout/sign-out-routes.ts'
import { registerActivity } from './account/personal-data/activity-routes.ts'
import { sweepErased } from './account/personal-data/erase.ts'
import { registerOwnData } from './account/personal-data/routes.ts'
import { createPictureWriter } from './store/pictures/picture.ts'
import { registerPeople } from './account/profile/routes.ts'
import { createOutbox } from './store/email/outbox.ts'
import { registerEmail } from './account/email/routes.ts'
import { sweepEmail } from './store/email/store.ts'
import { createMailer } from './platform/outbound/mail.ts'
import { registerUserNames } from './account/profile/username-routes.ts'
import type { App } from './platform/call.ts'
import type { Chains } from './platform/chain-settings.ts'
import type { Clock, Monotonic, Random } from './platform/clock.ts'
import { createCookies } from './platform/cookies.ts'
import { checkpointSqlite } from './platform/database/checkpoint-sqlite.ts'
import type { Database } from './platform/database/open-database.ts'
import { createReplica } from './platform/database/replica.ts'
import { serveHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import { createMayMeasure, serveMetrics } from './platform/metrics.ts'
import type { Metrics } from './platform/metrics.ts'
import type { LogStream } from './platform/log.ts'
import { describeCalls } from './platform/openapi.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import { createStandardFetch } from './platform/outbound/standard-fetch.ts'
import { servePages } from './platform/pages.ts'
import { createRateLimits } from './platform/rate-limits/rate-limits.ts'
import { createSweepClock } from './platform/sweep-clock.ts'
import { Refusal } from './platform/refusal.ts'
import type { SettingReport, Settings } from './platform/settings.ts'
import { createRechecks } from './auth/session-rechecks/recheck-sessions.ts'
import { applyRetention } from './admin/retention/apply-retention.ts'
import { giveBackClaimed } from './store/sessions/contract-checks.ts'
import { giveBackNames } from './store/wallets/names.ts'
import { createInstance, refuseUnfit } from './platform/instance/instance.ts'
import type { InHand } from './platform/instance/in-hand.ts'
import { sweepSessions } from './store/sessions/end.ts'
import { registerBrowsers } from './account/sessions/browser-routes.ts'
import { registerSessions } from './account/sessions/routes.ts'
import { registerSetup } from './admin/setup/routes.ts'
import { registerSignIn } from './auth/sign-in/routes.ts'
import { registerRoles } from './admin/endpoints/role-routes.ts'
import { registerStepUp } from './auth/step-up/routes.ts'
import { registerWallets } from './account/wallets/routes.ts'

/** Everything the server needs from outside. */
export interface World {
  settings: Settings
  /** Each setting with where it came from, for who asks. */
  report: readonly SettingReport[]
  database: Database
  /** A read replica of it, where there is one. */
  replica?: Database
  clock: Clock
  monotonic: Monotonic
  random: Random
  chains: Chains
  /** What is counted; what is read from `chains` counts there as well. */
  metrics: Metrics
  /** Adds figures that cost an idle server something to collect; called once, before `/metrics` is first read. */
  measure?: (metrics: Metrics) => void
  /** The server's own key of 32 bytes, which is not in the database. */
  serverKey: Buffer
  /** What was spent last, remembered outside of the database. */
  memory: SpendingMemory
  /** Where log lines go; standard output where it is left out. */
  logStream?: LogStream
  /** The folder of the built screens, or null for a server of calls alone. */
  screens: string | null
}

/** A server that is ready to listen. */
export interface CountersignApp {
  http: FastifyInstance
  /** Says that this instance is there; main calls it twice a second, and once before it listens. */
  beat: () => Promise<void>
  /** Says that it is there no more. */
  leave: () => Promise<void>
  /** Looks how it is with the read replica; main calls it every second. */
  watchReplica: () => Promise<void>
  /** Gives lines of the activity their place; main calls it ten times a second. */
  seal: () => Promise<void>
  /** Signs a checkpoint of the activity where one is due, and asks witnesses to cosign it; main calls it every five seconds. */
  checkpoint: () => Promise<void>
  /** Removes what ran out; main calls it every minute. */
  sweep: () => Promise<void>
  /** Tells applications of logouts that are due; main calls it every second. */
  deliver: () => Promise<void>
  /** Asks contract wallets that are due whether they still stand behind their sessions; main calls it every two seconds. */
  recheck: () => Promise<void>
  /** Reads who belongs to groups, of those who are due; main calls it every two seconds. */
  recheckGroups: () => Promise<void>
  /** Reads names of wallets that are due; main calls it every few seconds. */
  nameWallets: () => Promise<void>
}

/**
 * Builds the server on a database that has the current schema.
 */
export async function createApp({
  settings,
  report,
  database,
  replica,
  clock,
  monotonic,
  random,
  chains,
  metrics,
  measure,
  serverKey,
  memory,
  logStream,
  screens,
}: World): Promise<CountersignApp> {
  const http = await createHttp(settings, random, logStream)
  const sealer = createSealer(database.queries)
  const instance = createInstance({ database, clock, limits: settings.limits, queues, metrics, log: http.log })
  http.addHook('onRequest', async ({ url }) => {
    // By its clock sessions would be over that are not.
    if (instance.unfit() === 'clock' && !watched.has(url)) throw refuseUnfit('clock')
  })
  const app: App = {
    http,
    settings,
    database,
    replica: replica === undefined ? null : createReplica({ database, replica, clock, metrics, log: http.log }),
    clock,
    random,
    chains,
    metrics,
    cookies: createCookies(settings.origin),
    rateLimits: createRateLimits(settings.limits, database, serverKey, clock),
    settleLog: sealer.settle,
  }
  const floor = createRollbackFloor({
    queries: database.queries,
    clock,
    serverKey,
    memory,
    expectsMemory: database.kind === 'sqlite',
    toleranceMs: settings.limits.clockToleranceSeconds * 1000,
  })
  await checkFloor(floor, http)
  const proving = { ...app, nonces: createNonces(serverKey), floor }
  const keyRing = createKeyRing({ queries: database.queries, serverKey, clock })
  const outbound = createOutbound(settings)
  const mailer = createMailer(settings)
  const outbox = mailer === null ? null : createOutbox(app, mailer)
  http.addHook('onClose', async () => outbox?.settled())
  const pageBranding = await createPageBranding(app)
  describeCalls(http, settings.origin)
  const mayMeasure = createMayMeasure(settings)
  serveHealth(http, { database, clock, mayMeasure, instance })
  serveMetrics(http, mayMeasure, metrics, measure)
  await http.register(async () => {
    registerChallenges(proving)
    registerSignIn(proving)
    registerCrossDevice(proving)
    registerPasskeys(proving)
    registerStepUp(proving)
    registerSessions(app)
    registerBrowsers(app)
    registerPeople(app)
    registerUserNames(app, { serverKey })
    registerEmail(app, { serverKey, outbox })
    registerActivity(app)
    registerOwnData(app, createSigning(app, serverKey, outbound))
    registerWallets(app)
    registerWalletPictures(app)
    registerLinking(proving)
    registerMerging(proving, { outbox })
    registerGrants(app)
    registerInteractions(app)
    registerDevices(app)
    registerSignOut(app)
    registerLogos(app)
    registerRoles(app)
    registerAdminPeople(app)
    registerBulk(app)
    registerGroups(app)
    registerResources(app)
    registerTokens(app)
    registerRegistrationTokens(app)
    registerViews(app)
    registerApplications(app)
    registerTestLogins(app)
    registerEvents(app)
    registerLog(app)
    registerFigures(app)
    registerSettings(app, { report, serverKey, pageBranding })
    registerSiteLogo(app)
    registerSetup(app)
  })
  await registerForwardAuth(app)
  const documents = createDocuments(app)
  const fetch = createStandardFetch(outbound)
  await mountProvider(app, createCurrentProvider(app, keyRing, { fetch, documents }), documents)
  if (screens === null)
    http.setNotFoundHandler(() => {
      throw new Refusal('request.not_found')
    })
  else await servePages(http, screens, settings.origin, pageBranding.apply)
  const { inHand } = instance
  const behind = { ...app, chains: inBackground(chains), limits: settings.limits, inHand }
  /** An instance that is cut off, or whose clock is wrong, does nothing by itself: others do it. */
  const whileFit = (job: () => Promise<void>) => async (): Promise<void> => {
    if (instance.unfit() === null) await job()
  }
  const rechecks = createRechecks({ ...behind, log: http.log })
  http.addHook('onClose', () => rechecks.stop())
  const groupRechecks = createGroupRechecks({ ...behind, log: http.log })
  http.addHook('onClose', () => groupRechecks.stop())
  await http.ready()
  return {
    http,
    beat: instance.beat,
    leave: instance.leave,
    watchReplica: async () => app.replica?.watch(),
    seal: whileFit(sealer.seal),
    checkpoint: whileFit(createCheckpoints(app, serverKey, outbound)),
    sweep: whileFit(createSweep(app, serverKey, floor, createSweepClock(clock, monotonic))),
    deliver: whileFit(createDelivery({ ...app, inHand }, keyRing, outbound)),
    recheck: whileFit(rechecks.recheck),
    recheckGroups: whileFit(groupRechecks.recheck),
    nameWallets: whileFit(createNaming({ ...app, inHand })),
  }
}

/** Of each job that takes rows, how they become due again. */
const queues = {
  logouts: giveBackDeliveries,
  sessions: giveBackClaimed,
  groups: giveBackMembers,
  names: giveBackNames,
}

/** What tells how an instance is, also where it is not to be used. */
const watched: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics'])

async function checkFloor(floor: RollbackFloor, { log }: FastifyInstance): Promise<void> {
  if (await floor.check())
    log.warn(
      'the database is older than the one used before, was not used for a while, or the clock went back: challenges issued until now are refused',
    )
}

/** Signs a checkpoint now, for who waits for it. */
const createSigning =
  ({ settings, database, clock, random, http }: App, serverKey: Buffer, outbound: Outbound): (() => Promise<void>) =>
  async () => {
    const { origin, witnesses } = settings
    await signForReader({
      queries: database.queries,
      clock,
      random,
      serverKey,
      origin,
      outbound,
      witnesses,
      log: http.log,
    })
  }

/** Signs checkpoints and has them cosigned. What cannot be signed, or is not cosigned, holds up nothing else. */
function createCheckpoints(
  { settings, database, clock, random, http }: App,
  serverKey: Buffer,
  outbound: Outbound,
): () => Promise<void> {
  const { queries } = database
  const { origin, witnesses, limits } = settings
  return oneAtATime(async () => {
    await signNewest({ queries, random, serverKey, origin }, clock(), limits.checkpointSeconds * 1000)
    await askWitnesses({ queries, clock, outbound, witnesses, log: http.log })
  })
}

/** Removes what ran out, batch after batch, each its own transaction, with a turn for everybody else in between. */
function createSweep(
  { settings, database, random, rateLimits, http }: App,
  serverKey: Buffer,
  floor: RollbackFloor,
  sweepClock: Clock,
): () => Promise<void> {
  const { queries } = database
  const { limits } = settings
  const steps: readonly ((now: number) => Promise<number>)[] = [
    () => rateLimits.sweep(),
    (now) => sweepSpent(queries, now),
    (now) => sweepAwaited(queries, now),
    (now) => sweepRequests(queries, settings.limits, now),
    (now) => sweepMergeOffers(queries, now),
    (now) => unlinkUnconfirmed({ queries, random, limits }, now),
    (now) => sweepEmail(queries, now),
    (now) => sweepSessions({ queries, random }, now),
    (now) => sweepAnswers(queries, now),
    (now) => sweepRecords(queries, now),
    (now) => sweepLogouts(queries, now),
    (now) => sweepRegistrationTokens(queries, now),
    (now) => sweepDocuments(queries, now),
    (now) => forgetUnused({ queries, random }, now),
    (now) => sweepErased(queries, now),
    (now) => eraseGoneKeys(queries, now),
    () => countEvents(queries),
    (now) => applyRetention({ kind: database.kind, queries, random, limits }, now),
    (now) => rotateWhenDue({ queries, random, serverKey, limits }, now),
    (now) => takeEffect({ queries, random, limits }, now),
    () => checkpointSqlite(database),
  ]
  return oneAtATime(async () => {
    await checkFloor(floor, http)
    const now = sweepClock()
    for (const step of steps) while ((await step(now)) > 0) await giveWay()
  })
}

/** Tells applications of logouts, round after round, until none is due. */
function createDelivery(
  { settings, database, clock, random, http, inHand }: App & { inHand: InHand },
  keyRing: KeyRing,
  outbound: Outbound,
): () => Promise<void> {
  const { queries } = database
  const { origin, limits } = settings
  const sign: SignToken = async (payload, header) => (await keyRing.current()).sign(payload, header)
  return oneAtATime(async () => {
    while (
      (await deliverLogouts({ queries, clock, random, outbound, sign, origin, limits, log: http.log, inHand })) > 0
    )
      await giveWay()
  })
}

/** Reads names, one round at a time. Anybody can write where the picture of their name is, and where it is to be looked up: no private network is
 * reached for it, whatever the operator allows for applications (THREATS O9). */
function createNaming({
  settings,
  database,
  clock,
  random,
  chains,
  metrics,
  http,
  inHand,
}: App & { inHand: InHand }): () => Promise<void> {
  const { limits } = settings
  const outbound = createOutbound({ outboundNetworks: [], limits: { ...limits, outboundBytes: limits.pictureBytes } })
  const world = {
    queries: database.queries,
    inHand,
    clock,
    random,
    chains,
    outbound,
    gateways: createGateways({
      outbound: createOutbound({ outboundNetworks: [], limits: { ...limits, outboundBytes: gatewayBytes } }),
      clock,
      limits,
      metrics,
    }),
    writePicture: createPictureWriter(),
    limits,
    log: http.log,
  }
  return oneAtATime(async () => void (await refreshNames(world)))
}

/** A job that is not begun again while it runs. */
function oneAtATime(job: () => Promise<void>): () => Promise<void> {
  let running = false
  return async () => {
    if (running) return
    running = true
    try {
      await job()
    } finally {
      running = false
    }
  }
}

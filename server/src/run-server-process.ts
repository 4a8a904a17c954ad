// Starts the server: reads the settings, opens and migrates the database, makes the first keys, listens, sweeps, and stops gracefully
// (graceful shutdown).
import { publicKeyRecoveryEngineName, publicKeyRecoveryFallbackReason } from '@countersign/proof/recover-public-key'
import type { FastifyInstance } from 'fastify'
import { constants } from 'node:os'
import { join } from 'node:path'
import { issueSetupCode, formatSetupCodeNotice } from './admin/setup/issue-setup-code.ts'
import { ensureAuditLogSigningKey } from './audit-log/checkpoints/sign-audit-log-checkpoint.ts'
import { openSpentChallengeReplayLog } from './auth/challenges/spent-challenge-replay-log.ts'
import { createConfiguredChains } from './chains/reader/create-configured-chains.ts'
import { createServerApp } from './create-server-app.ts'
import type { ServerApp } from './create-server-app.ts'
import { systemClock, systemMonotonicClock, systemRandomBytes } from './platform/clock.ts'
import { instanceHeartbeatIntervalMs } from './platform/cluster/cluster-membership.ts'
import { getBuildAndSchemaVersions } from './platform/database/get-build-and-schema-versions.ts'
import {
  checkSqliteAfterUncleanShutdown,
  openAndMigrateDatabase,
  openConfiguredDatabase,
} from './platform/database/open-configured-database.ts'
import type { PlannedDatabaseUpgrade } from './platform/database/open-configured-database.ts'
import type { Database } from './platform/database/open-sqlite-or-postgres-database.ts'
import { addReleaseToDatabaseHistory } from './platform/database/database-release-history-store.ts'
import { loadServerSettings } from './platform/load-server-settings.ts'
import { createMetricsRegistry, collectProcessMetrics } from './platform/prometheus-metrics.ts'
import { isIpAddressOrigin, ipAddressOriginWarning } from './platform/parse-setting-values.ts'
import { ServerSettingsError } from './platform/parse-server-settings.ts'
import type { ServerSettings } from './platform/server-setting-definitions.ts'
import type { ServerSettingReport } from './platform/parse-server-settings.ts'
import { getSettingsErrorExitCode, ServerStartupError } from './platform/server-startup-error.ts'
import { startBackgroundJobs, startBackgroundJob } from './start-background-jobs.ts'
import { warnAboutLegacyIntrospection } from './store/applications/warn-about-legacy-introspection.ts'
import { warnAboutShortTokenLifetimes } from './store/resources/warn-short-token-lifetimes.ts'
import { ensureSigningKeys } from './store/signing-keys/ensure-signing-keys.ts'
import { loadOrCreateServerMasterKey } from './store/signing-keys/load-or-create-server-master-key.ts'

const webDistFolder = join(import.meta.dirname, '../../web/dist')

/** Before there is a log: whoever waits for the server learns what it waits for. */
const announceUpgrade = ({ steps, backupPath }: PlannedDatabaseUpgrade): void =>
  void process.stderr.write(
    `${backupPath === null ? '' : `The database as it was is in ${backupPath}. `}It is brought up to date (${steps.join(', ')}). With a long log this takes a few minutes; nobody is served meanwhile.\n`,
  )

/**
 * Starts the server.
 * @param screens the folder of the built screens; null in development, where Vite serves them
 * @returns the settings it runs with, once it listens
 */
export async function runServerProcess(screens: string | null = webDistFolder): Promise<ServerSettings> {
  // The first process of a container does not hear a signal that nobody listens for.
  let stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal])
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  const { settings, report: settingReports } = runOrExit(() => loadServerSettings(process.env))
  const startedAt = performance.now()
  const wasChecked = runOrExit(() => checkSqliteAfterUncleanShutdown(settings.database))
  const checkedMs = Math.round(performance.now() - startedAt)
  const { database, migrated } = await runOrExit(() =>
    openAndMigrateDatabase(settings.database, announceUpgrade, { limits: settings.limits }),
  )
  await addReleaseToDatabaseHistory(database.queries, getBuildAndSchemaVersions(), systemClock())
  const serverKey = await loadKeys(database, settings)
  const metrics = createMetricsRegistry()
  const chains = createConfiguredChains(settings, systemClock, metrics)
  const spentChallengeMemory = openSpentChallengeReplayLog(settings.spentChallengesFile, (error) =>
    process.stderr.write(
      `What was spent last cannot be remembered outside of the database (${String(error)}). A restored backup is then noticed less surely.\n`,
    ),
  )
  const readReplica =
    settings.databaseReplica === ''
      ? undefined
      : openConfiguredDatabase(settings.databaseReplica, { limits: settings.limits })
  const app = await createServerApp({
    settings,
    settingReports,
    database,
    ...(readReplica && { readReplica }),
    clock: systemClock,
    monotonic: systemMonotonicClock,
    random: systemRandomBytes,
    chains,
    metrics,
    collectProcessMetrics: collectProcessMetrics,
    serverKey,
    spentChallengeMemory,
    webDistFolder: screens,
  })
  const { http } = app
  const { log } = http
  if (wasChecked)
    log.info(
      { milliseconds: checkedMs },
      'the database was not closed last time; checked the whole file and found no damage',
    )
  if (migrated.length > 0) log.info({ migrated }, 'database brought up to date')
  await warnAboutLegacyIntrospection(database.queries, log)
  await warnAboutShortTokenLifetimes(database.queries, log)
  logSettingWarnings(settings, settingReports, log)
  logRecoveryEngine(log)

  await runOrExit(() => app.sendHeartbeat())
  const timers = startBackgroundJobs(app)
  // Until it has finished what it had in hand it is there.
  const heartbeatTimer = startBackgroundJob(
    {
      run: app.sendHeartbeat,
      everyMs: instanceHeartbeatIntervalMs,
      failureMessage: 'this instance cannot say that it is there; it is not ready until it can',
    },
    log,
  )

  await runOrExit(() => listen(http, settings))
  const code = await issueSetupCode({ queries: database.queries, random: systemRandomBytes })
  // To who sits at the terminal, past the log, whose lines may be kept and read by others (THREATS N12).
  if (code !== null) process.stderr.write(formatSetupCodeNotice(code, settings.origin))
  const running = { app, settings, database, readReplica, timers, heartbeatTimer }
  stop = (signal) => {
    stop = () => {}
    void stopServer(running, signal)
  }
  // Said last: whoever waits for it may tell the server to stop at once.
  log.info({ origin: settings.origin, database: database.kind }, 'ready')
  return settings
}

/** Loads or makes the server's own key, and the keys that tokens and checkpoints are signed with. @returns the server's own key */
async function loadKeys({ queries }: Database, settings: ServerSettings): Promise<Buffer> {
  const { limits, origin, keyFile } = settings
  const serverKey = await runOrExit(() =>
    loadOrCreateServerMasterKey({ queries, random: systemRandomBytes }, keyFile, systemClock()),
  )
  const keyContext = { queries, random: systemRandomBytes, serverKey, limits }
  await runOrExit(() => ensureSigningKeys(keyContext, systemClock()))
  await runOrExit(() => ensureAuditLogSigningKey({ ...keyContext, origin }, systemClock()))
  return serverKey
}

function logSettingWarnings(
  settings: ServerSettings,
  settingReports: readonly ServerSettingReport[],
  log: FastifyInstance['log'],
): void {
  for (const { variable, raisedFrom, value } of settingReports)
    if (raisedFrom !== undefined)
      log.warn(
        { setting: variable, help: 'docs/guides/upgrade.md#token-life' },
        `${raisedFrom} counts as ${value}, the least that is allowed now; set it to that, or remove it`,
      )
  if (isIpAddressOrigin(settings.origin)) log.warn({ origin: settings.origin }, ipAddressOriginWarning)
}

function logRecoveryEngine(log: FastifyInstance['log']): void {
  if (publicKeyRecoveryEngineName === 'native')
    log.info({ recoverEngine: publicKeyRecoveryEngineName }, 'signatures are checked by native code')
  else
    log.warn(
      { recoverEngine: publicKeyRecoveryEngineName, reason: publicKeyRecoveryFallbackReason },
      'the native signature check does not load on this machine; a slower one is used',
    )
}

interface RunningServer {
  app: ServerApp
  settings: ServerSettings
  database: Database
  readReplica: Database | undefined
  timers: readonly NodeJS.Timeout[]
  heartbeatTimer: NodeJS.Timeout
}

async function stopServer(
  { app, settings, database, readReplica, timers, heartbeatTimer }: RunningServer,
  signal: string,
): Promise<void> {
  const { http } = app
  const { log } = http
  log.info({ signal }, 'stopping; running requests finish first')
  timers.forEach((timer) => clearInterval(timer))
  const deadline = setTimeout(() => {
    log.warn('the time to stop is over; what still runs is cut off')
    process.exitCode = 1
    http.server.closeAllConnections()
  }, settings.limits.shutdownTimeoutSeconds * 1000)
  await http.close()
  // The last lines need not wait for another instance, or for the next start.
  await app.sequenceAuditLog().catch(() => {})
  clearInterval(heartbeatTimer)
  await app.leaveCluster().catch(() => {})
  clearTimeout(deadline)
  await readReplica?.close()
  // Left open, a damaged file is checked by the next start.
  if (database.storage.failure !== 'corrupt') await database.close()
  log.info('stopped')
}

/** Runs a step of the start; a fault that somebody can fix is told in plain words, and ends the process with its code. */
function runOrExit<Result>(step: () => Result): Result {
  const exit = (error: unknown): never => {
    if (!(error instanceof ServerSettingsError)) throw error
    console.error(error.message)
    process.exit(getSettingsErrorExitCode(error))
  }
  try {
    const result = step()
    return result instanceof Promise ? (result.catch(exit) as Result) : result
  } catch (error) {
    return exit(error)
  }
}

async function listen(http: FastifyInstance, { host, port }: ServerSettings): Promise<void> {
  try {
    await http.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new ServerStartupError(
        'port.taken',
        `COUNTERSIGN_PORT: port ${port} is in use by another program; end that one, or set another port.`,
      )
    if (code === 'EADDRNOTAVAIL')
      throw new ServerSettingsError([`COUNTERSIGN_HOST: ${host} is not an address of this machine.`])
    if (code === 'EACCES')
      throw new ServerStartupError(
        'port.taken',
        `COUNTERSIGN_PORT: port ${port} needs more rights; set one from 1024 on.`,
      )
    throw error
  }
}

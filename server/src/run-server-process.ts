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
import { nameCliCommands } from './platform/cli-command-prefix.ts'
import { getSettingsErrorExitCode, ServerStartupError } from './platform/server-startup-error.ts'
import { startBackgroundJobs, startBackgroundJob } from './start-background-jobs.ts'
import { warnAboutLegacyIntrospection } from './store/applications/warn-about-legacy-introspection.ts'
import { warnAboutShortTokenLifetimes } from './store/resources/warn-short-token-lifetimes.ts'
import { ensureSigningKeys } from './store/signing-keys/ensure-signing-keys.ts'
import { loadOrCreateServerMasterKey } from './store/signing-keys/load-or-create-server-master-key.ts'

const webDistFolder = join(import.meta.dirname, '../../web/dist')

/** There is no log yet, so the reason for the wait goes to stderr. */
const announceUpgrade = ({ steps, backupPath }: PlannedDatabaseUpgrade): void =>
  void process.stderr.write(
    `${backupPath === null ? '' : `The database was backed up to ${backupPath}. `}Upgrading the database (${steps.join(', ')}). With a large audit log this takes a few minutes, and no requests are served until it is done.\n`,
  )

/** `screens` is the folder of the built front end, or null in development. */
export async function runServerProcess(screens: string | null = webDistFolder): Promise<ServerSettings> {
  // The first process of a container ignores signals for which it has no handler.
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
      `Used challenges cannot be recorded outside the database (${String(error)}). The server might therefore fail to detect that a backup was restored.\n`,
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
      'the database was not closed cleanly; checked the whole file and found no damage',
    )
  if (migrated.length > 0) log.info({ migrated }, 'database upgraded')
  await warnAboutLegacyIntrospection(database.queries, log)
  await warnAboutShortTokenLifetimes(database.queries, log)
  logSettingWarnings(settings, settingReports, log)
  logRecoveryEngine(log)

  await runOrExit(() => app.sendHeartbeat())
  const timers = startBackgroundJobs(app)
  // The heartbeat continues during shutdown until all requests have finished.
  const heartbeatTimer = startBackgroundJob(
    {
      run: app.sendHeartbeat,
      everyMs: instanceHeartbeatIntervalMs,
      failureMessage: 'heartbeat failed; this instance is not ready until one succeeds',
    },
    log,
  )

  await runOrExit(() => listen(http, settings))
  const code = await issueSetupCode({ queries: database.queries, random: systemRandomBytes })
  // The setup code is not logged, because others may read the log (THREATS N12).
  if (code !== null) process.stderr.write(formatSetupCodeNotice(code, settings.origin))
  const running = { app, settings, database, readReplica, timers, heartbeatTimer }
  stop = (signal) => {
    stop = () => {}
    void stopServer(running, signal)
  }
  // This is logged last, because a program that waits for this entry may stop the server at once.
  log.info({ origin: settings.origin, database: database.kind }, 'ready')
  return settings
}

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
        { setting: variable, help: 'docs/guides/upgrade.md#token-lifetime' },
        `the value ${raisedFrom} is below the minimum, so ${value} is used; set the value to ${value}, or remove the setting`,
      )
  if (isIpAddressOrigin(settings.origin)) log.warn({ origin: settings.origin }, ipAddressOriginWarning)
}

function logRecoveryEngine(log: FastifyInstance['log']): void {
  if (publicKeyRecoveryEngineName === 'native')
    log.info({ recoverEngine: publicKeyRecoveryEngineName }, 'signatures are verified by native code')
  else
    log.warn(
      { recoverEngine: publicKeyRecoveryEngineName, reason: publicKeyRecoveryFallbackReason },
      'native signature verification could not be loaded on this machine; using a slower implementation',
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
    log.warn('shutdown timeout reached; closing the remaining connections')
    process.exitCode = 1
    http.server.closeAllConnections()
  }, settings.limits.shutdownTimeoutSeconds * 1000)
  await http.close()
  // The last audit log entries must not wait for another instance or for the next start.
  await app.sequenceAuditLog().catch(() => {})
  clearInterval(heartbeatTimer)
  await app.leaveCluster().catch(() => {})
  clearTimeout(deadline)
  await readReplica?.close()
  // A damaged file is not closed cleanly, so that the next start checks it.
  if (database.storage.failure !== 'corrupt') await database.close()
  log.info('stopped')
}

/** Exits if the step fails with an error that the operator can fix. */
function runOrExit<Result>(step: () => Result): Result {
  const exit = (error: unknown): never => {
    if (!(error instanceof ServerSettingsError)) throw error
    console.error(nameCliCommands(error.message))
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
        `COUNTERSIGN_PORT: port ${port} is in use by another program; stop that program, or set another port.`,
      )
    if (code === 'EADDRNOTAVAIL')
      throw new ServerSettingsError([`COUNTERSIGN_HOST: ${host} is not an address of this machine.`])
    if (code === 'EACCES')
      throw new ServerStartupError(
        'port.taken',
        `COUNTERSIGN_PORT: port ${port} requires more privileges; set a port of 1024 or higher.`,
      )
    throw error
  }
}

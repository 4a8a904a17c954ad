// Starts the server: reads the settings, opens and migrates the database, makes the first keys, listens, sweeps, and stops gracefully
// (graceful shutdown).
import { recoveryEngineName, recoveryEngineFallbackReason } from '@countersign/proof/recover-public-key'
import type { FastifyInstance } from 'fastify'
import { constants } from 'node:os'
import { join } from 'node:path'
import { createApp } from './create-app.ts'
import { ensureLogSigningKey } from './audit-log/checkpoints/sign-checkpoint.ts'
import { createConfiguredChains } from './chains/reader/configured-chains.ts'
import { openSpentChallengeFile } from './auth/challenges/spent-challenge-file.ts'
import { warnAboutLegacyIntrospection } from './store/applications/legacy-introspection.ts'
import { warnAboutShortTokenLifetimes } from './store/resources/warn-short-token-lifetimes.ts'
import { ensureSigningKeys } from './store/signing-keys/ensure-signing-keys.ts'
import { loadOrCreateServerKey } from './store/signing-keys/load-or-create-server-key.ts'
import { systemClock, systemMonotonicClock, systemRandomBytes } from './platform/clock.ts'
import { describeBuild } from './platform/database/describe-build.ts'
import {
  checkAfterUncleanShutdown,
  openConfiguredDatabase,
  openAndMigrateDatabase,
} from './platform/database/open-configured-database.ts'
import type { PlannedUpgrade } from './platform/database/open-configured-database.ts'
import { recordRelease } from './platform/database/release-history.ts'
import { heartbeatIntervalMs } from './platform/cluster/instance-membership.ts'
import { loadSettings } from './platform/load-settings.ts'
import { createMetricsRegistry, collectProcessMetrics } from './platform/prometheus-metrics.ts'
import { toExitCode, StartupError } from './platform/startup-error.ts'
import { ipAddressOriginWarning, isIpAddressOrigin, SettingsError } from './platform/settings.ts'
import type { Settings } from './platform/settings.ts'
import { issueSetupCode, formatSetupCodeNotice } from './admin/setup/issue-setup-code.ts'

const sequenceIntervalMs = 100
const replicaCheckIntervalMs = 1000
const checkpointIntervalMs = 5000
const pruneIntervalMs = 60_000
const deliveryIntervalMs = 1000
const recheckIntervalMs = 2000
const walletNameIntervalMs = 3000
/** What goes on failing is said so often: some of it is tried ten times a second. */
const failureLogIntervalMs = 30_000
const webDistFolder = join(import.meta.dirname, '../../web/dist')

/** Before there is a log: whoever waits for the server learns what it waits for. */
const announceUpgrade = ({ steps, backupPath }: PlannedUpgrade): void =>
  void process.stderr.write(
    `${backupPath === null ? '' : `The database as it was is in ${backupPath}. `}It is brought up to date (${steps.join(', ')}). With a long log this takes a few minutes; nobody is served meanwhile.\n`,
  )

/**
 * Starts the server.
 * @param screens the folder of the built screens; null in development, where Vite serves them
 * @returns the settings it runs with, once it listens
 */
export async function runServer(screens: string | null = webDistFolder): Promise<Settings> {
  // The first process of a container does not hear a signal that nobody listens for.
  let stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal])
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  const { settings, report: settingReports } = runOrExit(() => loadSettings(process.env))
  const startedAt = performance.now()
  const wasChecked = runOrExit(() => checkAfterUncleanShutdown(settings.database))
  const checkedMs = Math.round(performance.now() - startedAt)
  const { database, migrated } = await runOrExit(() =>
    openAndMigrateDatabase(settings.database, announceUpgrade, { limits: settings.limits }),
  )
  await recordRelease(database.queries, describeBuild(), systemClock())
  const serverKey = await runOrExit(() =>
    loadOrCreateServerKey({ queries: database.queries, random: systemRandomBytes }, settings.keyFile, systemClock()),
  )
  const keyWorld = { queries: database.queries, random: systemRandomBytes, serverKey, limits: settings.limits }
  await runOrExit(() => ensureSigningKeys(keyWorld, systemClock()))
  await runOrExit(() => ensureLogSigningKey({ ...keyWorld, origin: settings.origin }, systemClock()))
  const metrics = createMetricsRegistry()
  const chains = createConfiguredChains(settings, systemClock, metrics)
  const spentChallengeMemory = openSpentChallengeFile(settings.spentFile, (error) =>
    process.stderr.write(
      `What was spent last cannot be remembered outside of the database (${String(error)}). A restored backup is then noticed less surely.\n`,
    ),
  )
  const readReplica =
    settings.databaseReplica === ''
      ? undefined
      : openConfiguredDatabase(settings.databaseReplica, { limits: settings.limits })
  const {
    http,
    sendHeartbeat,
    leaveCluster,
    checkReplica,
    sequenceAuditLog,
    signCheckpoint,
    pruneExpired,
    deliverLogouts,
    recheckSessions,
    recheckGroupMemberships,
    refreshWalletNames,
  } = await createApp({
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
  const { log } = http
  if (wasChecked)
    log.info(
      { milliseconds: checkedMs },
      'the database was not closed last time; checked the whole file and found no damage',
    )
  if (migrated.length > 0) log.info({ migrated }, 'database brought up to date')
  await warnAboutLegacyIntrospection(database.queries, log)
  await warnAboutShortTokenLifetimes(database.queries, log)
  for (const { variable, raisedFrom, value } of settingReports)
    if (raisedFrom !== undefined)
      log.warn(
        { setting: variable, help: 'docs/guides/upgrade.md#token-life' },
        `${raisedFrom} counts as ${value}, the least that is allowed now; set it to that, or remove it`,
      )
  if (isIpAddressOrigin(settings.origin)) log.warn({ origin: settings.origin }, ipAddressOriginWarning)
  if (recoveryEngineName === 'native')
    log.info({ recoverEngine: recoveryEngineName }, 'signatures are checked by native code')
  else
    log.warn(
      { recoverEngine: recoveryEngineName, reason: recoveryEngineFallbackReason },
      'the native signature check does not load on this machine; a slower one is used',
    )

  await runOrExit(() => sendHeartbeat())
  const backgroundJobs: [job: () => Promise<unknown>, everyMs: number, failed: string][] = [
    [
      checkReplica,
      replicaCheckIntervalMs,
      'it cannot be told how far the read replica is; it is tried again in a second',
    ],
    [sequenceAuditLog, sequenceIntervalMs, 'lines of the activity wait for their place; it is tried again in a moment'],
    [
      signCheckpoint,
      checkpointIntervalMs,
      'no checkpoint of the activity can be signed; it is tried again in some seconds',
    ],
    [pruneExpired, pruneIntervalMs, 'sweep failed; it is tried again in a minute'],
    [deliverLogouts, deliveryIntervalMs, 'applications cannot be told of logouts; it is tried again in a second'],
    [
      recheckSessions,
      recheckIntervalMs,
      'sessions of contract wallets cannot be asked about; it is tried again in two seconds',
    ],
    [
      recheckGroupMemberships,
      recheckIntervalMs,
      'it cannot be read who belongs to groups; it is tried again in two seconds',
    ],
    [refreshWalletNames, walletNameIntervalMs, 'names of wallets cannot be read; it is tried again in some seconds'],
  ]
  const startJob = (job: () => Promise<unknown>, everyMs: number, failed: string): NodeJS.Timeout => {
    let saidAt = -Infinity
    const tell = (error: unknown): void => {
      if (performance.now() < saidAt + failureLogIntervalMs) return
      saidAt = performance.now()
      log.error({ err: error }, failed)
    }
    return setInterval(() => void job().catch(tell), everyMs)
  }
  const timers = backgroundJobs.map((job) => startJob(...job))
  // Until it has finished what it had in hand it is there.
  const beating = startJob(
    sendHeartbeat,
    heartbeatIntervalMs,
    'this instance cannot say that it is there; it is not ready until it can',
  )

  await runOrExit(() => listen(http, settings))
  const code = await issueSetupCode({ queries: database.queries, random: systemRandomBytes })
  // To who sits at the terminal, past the log, whose lines may be kept and read by others (THREATS N12).
  if (code !== null) process.stderr.write(formatSetupCodeNotice(code, settings.origin))
  const stopServer = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping; running requests finish first')
    timers.forEach((timer) => clearInterval(timer))
    const deadline = setTimeout(() => {
      log.warn('the time to stop is over; what still runs is cut off')
      process.exitCode = 1
      http.server.closeAllConnections()
    }, settings.limits.shutdownSeconds * 1000)
    await http.close()
    // The last lines need not wait for another instance, or for the next start.
    await sequenceAuditLog().catch(() => {})
    clearInterval(beating)
    await leaveCluster().catch(() => {})
    clearTimeout(deadline)
    await readReplica?.close()
    // Left open, a damaged file is checked by the next start.
    if (database.storage.failure !== 'corrupt') await database.close()
    log.info('stopped')
  }
  stop = (signal) => {
    stop = () => {}
    void stopServer(signal)
  }
  // Said last: whoever waits for it may tell the server to stop at once.
  log.info({ origin: settings.origin, database: database.kind }, 'ready')
  return settings
}

/** Runs a step of the start; a fault that somebody can mend is told in plain words, and ends the process with its code. */
function runOrExit<Result>(step: () => Result): Result {
  const exit = (error: unknown): never => {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exit(toExitCode(error))
  }
  try {
    const result = step()
    return result instanceof Promise ? (result.catch(exit) as Result) : result
  } catch (error) {
    return exit(error)
  }
}

async function listen(http: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await http.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartupError(
        'port.taken',
        `COUNTERSIGN_PORT: port ${port} is in use by another program; end that one, or set another port.`,
      )
    if (code === 'EADDRNOTAVAIL')
      throw new SettingsError([`COUNTERSIGN_HOST: ${host} is not an address of this machine.`])
    if (code === 'EACCES')
      throw new StartupError('port.taken', `COUNTERSIGN_PORT: port ${port} needs more rights; set one from 1024 on.`)
    throw error
  }
}

// Starts the server: reads the settings, opens and migrates the database, makes the first keys, listens, sweeps, and stops gracefully
// (graceful shutdown).
import { recoverEngine, recoverEngineReason } from '@countersign/proof/recover'
import type { FastifyInstance } from 'fastify'
import { constants } from 'node:os'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { ensureLogKey } from './audit-log/checkpoints/sign.ts'
import { createChains } from './chains/reader/chains.ts'
import { openSpendingMemory } from './auth/challenges/spending-memory.ts'
import { warnOfNarrowed } from './store/applications/narrowed.ts'
import { warnOfShortLives } from './store/resources/short-lives.ts'
import { ensureKeys } from './store/signing-keys/ensure.ts'
import { openServerKey } from './store/signing-keys/open-server-key.ts'
import { systemClock, systemMonotonic, systemRandom } from './platform/clock.ts'
import { describeRelease } from './platform/database/describe-release.ts'
import { checkAfterUncleanEnd, openConfigured, openMigrated } from './platform/database/open-configured.ts'
import type { UpgradeNews } from './platform/database/open-configured.ts'
import { noteRelease } from './platform/database/releases.ts'
import { beatIntervalMs } from './platform/instance/instance.ts'
import { loadSettings } from './platform/load-settings.ts'
import { createMetrics, measureProcess } from './platform/metrics.ts'
import { exitCodeOf, StartFault } from './platform/start-fault.ts'
import { addressOriginWarning, isAddressOrigin, SettingsFault } from './platform/settings.ts'
import type { Settings } from './platform/settings.ts'
import { beginSetup, tellCode } from './admin/setup/begin.ts'

const sealIntervalMs = 100
const replicaIntervalMs = 1000
const checkpointIntervalMs = 5000
const sweepIntervalMs = 60_000
const deliveryIntervalMs = 1000
const recheckIntervalMs = 2000
const namingIntervalMs = 3000
/** What goes on failing is said so often: some of it is tried ten times a second. */
const failureIntervalMs = 30_000
const builtScreens = join(import.meta.dirname, '../../web/dist')

/** Before there is a log: whoever waits for the server learns what it waits for. */
const tellUpgrade = ({ steps, copy }: UpgradeNews): void =>
  void process.stderr.write(
    `${copy === null ? '' : `The database as it was is in ${copy}. `}It is brought up to date (${steps.join(', ')}). With a long log this takes a few minutes; nobody is served meanwhile.\n`,
  )

/**
 * Starts the server.
 * @param screens the folder of the built screens; null in development, where Vite serves them
 * @returns the settings it runs with, once it listens
 */
export async function main(screens: string | null = builtScreens): Promise<Settings> {
  // The first process of a container does not hear a signal that nobody listens for.
  let stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal])
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  const { settings, report } = orExit(() => loadSettings(process.env))
  const startedAt = performance.now()
  const wasChecked = orExit(() => checkAfterUncleanEnd(settings.database))
  const checkedMs = Math.round(performance.now() - startedAt)
  const { database, migrated } = await orExit(() =>
    openMigrated(settings.database, tellUpgrade, { limits: settings.limits }),
  )
  await noteRelease(database.queries, describeRelease(), systemClock())
  const serverKey = await orExit(() =>
    openServerKey({ queries: database.queries, random: systemRandom }, settings.keyFile, systemClock()),
  )
  const keyWorld = { queries: database.queries, random: systemRandom, serverKey, limits: settings.limits }
  await orExit(() => ensureKeys(keyWorld, systemClock()))
  await orExit(() => ensureLogKey({ ...keyWorld, origin: settings.origin }, systemClock()))
  const metrics = createMetrics()
  const chains = createChains(settings, systemClock, metrics)
  const memory = openSpendingMemory(settings.spentFile, (error) =>
    process.stderr.write(
      `What was spent last cannot be remembered outside of the database (${String(error)}). A restored backup is then noticed less surely.\n`,
    ),
  )
  const replica =
    settings.databaseReplica === '' ? undefined : openConfigured(settings.databaseReplica, { limits: settings.limits })
  const { http, beat, leave, watchReplica, seal, checkpoint, sweep, deliver, recheck, recheckGroups, nameWallets } =
    await createApp({
      settings,
      report,
      database,
      ...(replica && { replica }),
      clock: systemClock,
      monotonic: systemMonotonic,
      random: systemRandom,
      chains,
      metrics,
      measure: measureProcess,
      serverKey,
      memory,
      screens,
    })
  const { log } = http
  if (wasChecked)
    log.info(
      { milliseconds: checkedMs },
      'the database was not closed last time; checked the whole file and found no damage',
    )
  if (migrated.length > 0) log.info({ migrated }, 'database brought up to date')
  await warnOfNarrowed(database.queries, log)
  await warnOfShortLives(database.queries, log)
  for (const { variable, raisedFrom, value } of report)
    if (raisedFrom !== undefined)
      log.warn(
        { setting: variable, help: 'docs/guides/upgrade.md#token-life' },
        `${raisedFrom} counts as ${value}, the least that is allowed now; set it to that, or remove it`,
      )
  if (isAddressOrigin(settings.origin)) log.warn({ origin: settings.origin }, addressOriginWarning)
  if (recoverEngine === 'native') log.info({ recoverEngine }, 'signatures are checked by native code')
  else
    log.warn(
      { recoverEngine, reason: recoverEngineReason },
      'the native signature check does not load on this machine; a slower one is used',
    )

  await orExit(() => beat())
  const inBackground: [job: () => Promise<unknown>, everyMs: number, failed: string][] = [
    [watchReplica, replicaIntervalMs, 'it cannot be told how far the read replica is; it is tried again in a second'],
    [seal, sealIntervalMs, 'lines of the activity wait for their place; it is tried again in a moment'],
    [
      checkpoint,
      checkpointIntervalMs,
      'no checkpoint of the activity can be signed; it is tried again in some seconds',
    ],
    [sweep, sweepIntervalMs, 'sweep failed; it is tried again in a minute'],
    [deliver, deliveryIntervalMs, 'applications cannot be told of logouts; it is tried again in a second'],
    [
      recheck,
      recheckIntervalMs,
      'sessions of contract wallets cannot be asked about; it is tried again in two seconds',
    ],
    [recheckGroups, recheckIntervalMs, 'it cannot be read who belongs to groups; it is tried again in two seconds'],
    [nameWallets, namingIntervalMs, 'names of wallets cannot be read; it is tried again in some seconds'],
  ]
  const begin = (job: () => Promise<unknown>, everyMs: number, failed: string): NodeJS.Timeout => {
    let saidAt = -Infinity
    const tell = (error: unknown): void => {
      if (performance.now() < saidAt + failureIntervalMs) return
      saidAt = performance.now()
      log.error({ err: error }, failed)
    }
    return setInterval(() => void job().catch(tell), everyMs)
  }
  const timers = inBackground.map((job) => begin(...job))
  // Until it has finished what it had in hand it is there.
  const beating = begin(beat, beatIntervalMs, 'this instance cannot say that it is there; it is not ready until it can')

  await orExit(() => listen(http, settings))
  const code = await beginSetup({ queries: database.queries, random: systemRandom })
  // To who sits at the terminal, past the log, whose lines may be kept and read by others (THREATS N12).
  if (code !== null) process.stderr.write(tellCode(code, settings.origin))
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
    await seal().catch(() => {})
    clearInterval(beating)
    await leave().catch(() => {})
    clearTimeout(deadline)
    await replica?.close()
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
function orExit<Result>(step: () => Result): Result {
  const exit = (error: unknown): never => {
    if (!(error instanceof SettingsFault)) throw error
    console.error(error.message)
    process.exit(exitCodeOf(error))
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
      throw new StartFault(
        'port.taken',
        `COUNTERSIGN_PORT: port ${port} is in use by another program; end that one, or set another port.`,
      )
    if (code === 'EADDRNOTAVAIL')
      throw new SettingsFault([`COUNTERSIGN_HOST: ${host} is not an address of this machine.`])
    if (code === 'EACCES')
      throw new StartFault('port.taken', `COUNTERSIGN_PORT: port ${port} needs more rights; set one from 1024 on.`)
    throw error
  }
}

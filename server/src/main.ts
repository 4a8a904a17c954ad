// Starts the server: reads the settings, opens and migrates the database, listens, sweeps, and stops gracefully.
import { recoverEngine } from '@countersign/proof/recover'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { loadSettings } from './platform/load-settings.ts'
import { SettingsFault } from './platform/settings.ts'
import type { Settings } from './platform/settings.ts'

const sweepIntervalMs = 60_000
const builtScreens = join(import.meta.dirname, '../../web/dist')

/**
 * Starts the server and returns when it listens.
 * @param screens the folder of the built screens; null in development, where Vite serves them
 */
export async function main(screens: string | null = builtScreens): Promise<void> {
  const settings = readSettingsOrExit()
  const database = openDatabase(settings.database)
  const migrated = await migrate(database)
  const { http, sweep } = await createApp({ settings, database, clock: systemClock, random: systemRandom, screens })
  const { log } = http
  if (migrated.length > 0) log.info({ migrated }, 'database brought up to date')
  if (recoverEngine === 'native') log.info({ recoverEngine }, 'signatures are checked by native code')
  else log.warn({ recoverEngine }, 'the native signature check does not load on this machine; a slower one is used')

  const sweeper = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'sweep failed; it is tried again in a minute'))
  }, sweepIntervalMs)

  await http.listen({ host: settings.host, port: settings.port })
  log.info({ origin: settings.origin, database: database.kind }, 'ready')

  let stopping = false
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping; running requests finish first')
    clearInterval(sweeper)
    setTimeout(() => process.exit(1), settings.limits.shutdownSeconds * 1000).unref()
    await http.close()
    await database.close()
    log.info('stopped')
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}

function readSettingsOrExit(): Settings {
  try {
    return loadSettings(process.env).settings
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

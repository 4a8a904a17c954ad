import type { Command } from 'commander'
import { getBuildAndSchemaVersions } from '../platform/database/get-build-and-schema-versions.ts'
import { getPreUpgradeBackupPath } from '../platform/database/pre-upgrade-backup.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { printCliError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { toLocalHealthProbeHost, probeServerHealth } from './probe-server-health.ts'

export function registerCliCommands(program: Command): void {
  setCliCommandAction(program.command('start').description('Starts the server.'), async () => {
    const { runServerProcess } = await import('../run-server-process.ts')
    await runServerProcess()
    return 0
  })
  setCliCommandAction(
    program.command('settings').description('Lists every setting with its value and source.'),
    printSettings,
  )
  setCliCommandAction(
    program.command('health').description('Checks whether the local server with these settings is healthy.'),
    checkHealth,
  )
  setCliCommandAction(
    program.command('version').description('Prints the version, commit, Node.js version and database schema.'),
    printVersion,
  )
}

async function printSettings(): Promise<CliCommandOutcome> {
  const {
    report,
    settings: { database },
  } = loadServerSettings(process.env)
  const text = report.flatMap(({ variable, value, source, allowed, about }) => [
    `${variable}=${value}  (${source})\n    ${about}\n    Allowed: ${allowed}.\n`,
    ...(variable === 'COUNTERSIGN_DATABASE' && database.startsWith('sqlite:')
      ? [
          `    Before an upgrade, the database is backed up to ${getPreUpgradeBackupPath(database.slice('sqlite:'.length), 'STEP')}; the last two backups are kept.\n`,
        ]
      : []),
  ])
  return { json: report, text }
}

async function printVersion(): Promise<CliCommandOutcome> {
  const release = getBuildAndSchemaVersions()
  const { commit, node, schema } = release
  const text = `countersign ${release.version} (commit ${commit ?? 'unknown'}, Node ${node}, database schema ${schema})`
  return { json: release, text }
}

/** Container health checks use this command, because the image has no other HTTP client. */
async function checkHealth(): Promise<CliCommandOutcome> {
  const { host, port } = loadServerSettings(process.env).settings
  const status = await probeServerHealth(toLocalHealthProbeHost(host), port)
  return status === 200
    ? { json: { status: 'live' }, text: 'live' }
    : printCliError(`The server on port ${port} of ${toLocalHealthProbeHost(host)} is not healthy: ${status}.`)
}

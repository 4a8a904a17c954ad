// `countersign start`, `settings`, `health` (health check, liveness probe) and `version`.
import type { Command } from 'commander'
import { describeBuildAndSchema } from '../platform/database/describe-build-and-schema.ts'
import { getPreUpgradeBackupPath } from '../platform/database/pre-upgrade-backup.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { printError, setCommandAction } from './command-runner.ts'
import type { CommandOutcome } from './command-runner.ts'
import { toReachableAddress, probeServerHealth } from './probe-server-health.ts'

export function registerCommands(program: Command): void {
  setCommandAction(program.command('start').description('Starts the server.'), async () => {
    const { runServer } = await import('../run-server.ts')
    await runServer()
    return 0
  })
  setCommandAction(
    program.command('settings').description('Lists every setting with its value and source.'),
    printSettings,
  )
  setCommandAction(
    program.command('health').description('Checks whether the local server with these settings is healthy.'),
    checkHealth,
  )
  setCommandAction(
    program.command('version').description('Prints the version, commit, Node.js version and database schema.'),
    printVersion,
  )
}

async function printSettings(): Promise<CommandOutcome> {
  const {
    report,
    settings: { database },
  } = loadServerSettings(process.env)
  const text = report.flatMap(({ variable, value, source, allowed, about }) => [
    `${variable}=${value}  (${source})\n    ${about}\n    Allowed: ${allowed}.\n`,
    ...(variable === 'COUNTERSIGN_DATABASE' && database.startsWith('sqlite:')
      ? [
          `    Before an upgrade it is copied to ${getPreUpgradeBackupPath(database.slice('sqlite:'.length), 'STEP')}; the last two copies are kept.\n`,
        ]
      : []),
  ])
  return { json: report, text }
}

async function printVersion(): Promise<CommandOutcome> {
  const release = describeBuildAndSchema()
  const { commit, node, schema } = release
  const text = `countersign ${release.version} (commit ${commit ?? 'not known'}, Node ${node}, database schema ${schema})`
  return { json: release, text }
}

/** For the health check of a container, in which there is no other program to ask with. */
async function checkHealth(): Promise<CommandOutcome> {
  const { host, port } = loadServerSettings(process.env).settings
  const status = await probeServerHealth(toReachableAddress(host), port)
  return status === 200
    ? { json: { status: 'live' }, text: 'live' }
    : printError(`The server on port ${port} of ${toReachableAddress(host)} does not answer: ${status}.`)
}

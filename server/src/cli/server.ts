// `countersign start`, `settings`, `health` (health check, liveness probe) and `version`.
import type { Command } from 'commander'
import { describeRelease } from '../platform/database/describe-release.ts'
import { upgradeCopyPath } from '../platform/database/upgrade-copy.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { refused, runs } from './cli.ts'
import type { Outcome } from './cli.ts'
import { addressOf, readHealth } from './read-health.ts'

export function register(program: Command): void {
  runs(program.command('start').description('Starts the server.'), async () => {
    const { main } = await import('../main.ts')
    await main()
    return 0
  })
  runs(program.command('settings').description('Lists every setting with its value and source.'), settings)
  runs(program.command('health').description('Checks whether the local server with these settings is healthy.'), health)
  runs(
    program.command('version').description('Prints the version, commit, Node.js version and database schema.'),
    version,
  )
}

async function settings(): Promise<Outcome> {
  const {
    report,
    settings: { database },
  } = loadSettings(process.env)
  const text = report.flatMap(({ variable, value, source, allowed, about }) => [
    `${variable}=${value}  (${source})\n    ${about}\n    Allowed: ${allowed}.\n`,
    ...(variable === 'COUNTERSIGN_DATABASE' && database.startsWith('sqlite:')
      ? [
          `    Before an upgrade it is copied to ${upgradeCopyPath(database.slice('sqlite:'.length), 'STEP')}; the last two copies are kept.\n`,
        ]
      : []),
  ])
  return { json: report, text }
}

async function version(): Promise<Outcome> {
  const release = describeRelease()
  const { commit, node, schema } = release
  const text = `countersign ${release.version} (commit ${commit ?? 'not known'}, Node ${node}, database schema ${schema})`
  return { json: release, text }
}

/** For the health check of a container, in which there is no other program to ask with. */
async function health(): Promise<Outcome> {
  const { host, port } = loadSettings(process.env).settings
  const status = await readHealth(addressOf(host), port)
  return status === 200
    ? { json: { status: 'live' }, text: 'live' }
    : refused(`The server on port ${port} of ${addressOf(host)} does not answer: ${status}.`)
}

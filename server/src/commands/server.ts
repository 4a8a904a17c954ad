// `countersign start`, `settings`, `health` (health check, liveness probe) and `version`.
import type { Command } from 'commander'
import { get } from 'node:http'
import { describeRelease } from '../platform/database/describe-release.ts'
import { upgradeCopyPath } from '../platform/database/upgrade-copy.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { runs } from './cli.ts'

export function register(program: Command): void {
  runs(program.command('start').description('Starts the server.'), async () => {
    const { main } = await import('../main.ts')
    await main()
    return 0
  })
  runs(
    program
      .command('settings')
      .description('Lists every setting with its value and source.')
      .option('--json', 'print JSON'),
    settings,
  )
  runs(program.command('health').description('Checks whether the local server with these settings is healthy.'), health)
  runs(
    program
      .command('version')
      .description('Prints the version, commit, Node.js version and database schema.')
      .option('--json', 'print JSON'),
    version,
  )
}

async function settings({ json }: { json?: true }): Promise<number> {
  const {
    report,
    settings: { database },
  } = loadSettings(process.env)
  if (json === true) {
    console.log(JSON.stringify(report, null, 2))
    return 0
  }
  for (const { variable, value, source, allowed, about } of report) {
    console.log(`${variable}=${value}  (${source})\n    ${about}\n    Allowed: ${allowed}.\n`)
    if (variable === 'COUNTERSIGN_DATABASE' && database.startsWith('sqlite:'))
      console.log(
        `    Before an upgrade it is copied to ${upgradeCopyPath(database.slice('sqlite:'.length), 'STEP')}; the last two copies are kept.\n`,
      )
  }
  return 0
}

async function version({ json }: { json?: true }): Promise<number> {
  const release = describeRelease()
  const { commit, node, schema } = release
  console.log(
    json === true
      ? JSON.stringify(release)
      : `countersign ${release.version} (commit ${commit ?? 'not known'}, Node ${node}, database schema ${schema})`,
  )
  return 0
}

const timeoutMs = 3000

/** For the health check of a container, in which there is no other program to ask with. */
async function health(): Promise<number> {
  const { host, port } = loadSettings(process.env).settings
  const status = await readStatus(addressOf(host), port)
  if (status === 200) console.log('live')
  else console.error(`The server on port ${port} of ${addressOf(host)} does not answer: ${status}.`)
  return status === 200 ? 0 : 1
}

/** A server that listens on all addresses answers at this machine's own. */
const addressOf = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

/** @returns the status, or why there is none */
function readStatus(host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: '/health/live', agent: false, timeout: timeoutMs }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 'no status')
    })
    request.once('timeout', () => request.destroy(new Error(`nothing within ${timeoutMs / 1000} seconds`)))
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

// `npm run simulate`: runs seed after seed until one violates a rule, and prints its trace.
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { parseArgs } from 'node:util'
import {
  serverSourceMutationNames,
  applyServerSourceMutation,
  readServerSourceMutationDefinition,
} from '../history-checker/build-server-with-seeded-fault.ts'
import { defaultServerSimulationSteps } from './simulation-regression-seeds.ts'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../../..')

/** Returns the changed files. Later imports load the server with the seeded fault. */
function injectMutation(name: string): string[] {
  const changed = applyServerSourceMutation(readServerSourceMutationDefinition(name))
  const sources = new Map([...changed].map(([file, text]) => [pathToFileURL(join(root, file)).href, text]))
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const source = sources.get(url)
      return source === undefined ? loaded : { ...loaded, source }
    },
  })
  return [...changed.keys()]
}

const databaseKinds = ['sqlite', 'postgres']

const usage = `npm run simulate -- [--seed N] [--seeds COUNT] [--steps N] [--database ${databaseKinds.join('|')}] [--fault NAME] [--trace]

Carries out COUNT runs, from seed N on, and ends with the first that breaks a rule. The same seed is the same run.
A fault is one of: ${serverSourceMutationNames.join(', ')}. The server is loaded with it.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: String(defaultServerSimulationSteps) },
    database: { type: 'string', default: 'sqlite' },
    fault: { type: 'string' },
    hash: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})
const [first, count, steps] = [values.seed, values.seeds, values.steps].map(Number) as [number, number, number]
const { fault, database } = values
const isCount = (number: number): boolean => Number.isSafeInteger(number) && number > 0
if (
  ![first, count, steps].every(isCount) ||
  !databaseKinds.includes(database) ||
  (fault !== undefined && !serverSourceMutationNames.includes(fault))
) {
  console.error(usage)
  process.exit(2)
}
if (fault !== undefined) injectMutation(fault)
// Imported only now, so that these modules load the faulty sources.
const { runServerSimulation } = await import('./run-server-simulation.ts')
const { formatSimulationFailureReport } = await import('./format-simulation-failure-report.ts')
const { createInMemorySimulationDatabaseFactory, createPostgresSimulationDatabaseFactory } =
  await import('./server-simulation-database-factories.ts')

const postgres = database === 'postgres' ? await startTestPostgresServer() : null
const databases =
  postgres === null ? createInMemorySimulationDatabaseFactory() : createPostgresSimulationDatabaseFactory(postgres)
await databases.prepare()

const startedAt = performance.now()
const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
let operations = 0
let done = 0
for (let seed = first; seed < first + count; seed++) {
  const run = await runServerSimulation({ seed, steps, databases })
  operations += run.history.operations.length
  done++
  const isWrong = run.violations.length > 0
  if (isWrong || values.trace) console.log(run.trace.join('\n'))
  if (values.hash || count === 1 || isWrong) console.log(`\nseed ${seed}: ${run.steps} steps, trace ${run.hash}`)
  if (!isWrong) continue
  console.log(`${formatSimulationFailureReport(run, { steps, database, fault: fault ?? null })}\n`)
  process.exitCode = 1
  break
}
console.log(`${done} ${done === 1 ? 'run' : 'runs'}, ${operations} operations, ${elapsed()}`)
await postgres?.stop()
// Tasks that died with their instance never settle, and would keep the process alive.
process.stdout.write('', () => process.exit())

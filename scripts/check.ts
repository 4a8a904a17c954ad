// `npm run check`: types, lint, format, unused code, arrows between rooms, owners of tables, size of the sign-in page. Runs all, as many at once as there are
// processors, and tells which failed.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** One checker in each process: several in one do what they share once each, which costs twice the time where there are two processors. */
const types = (project: string): string[] => ['tsc', '-p', project, '--checkers', '1']

// The longest first. A room has a tsconfig.json of its own for editors, and for who checks it alone.
const steps: readonly (readonly [name: string, command: string[]])[] = [
  ['types of the rooms without a browser', types('tsconfig.node.json')],
  ['types of web', types('web')],
  ['types of testing and e2e', types('tsconfig.browser.json')],
  ['size of the sign-in page', ['node', 'scripts/size.ts']],
  ['unused code', ['knip']],
  ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['format', ['oxfmt', '--check']],
  [
    'arrows between rooms, owners of tables',
    ['vitest', 'run', '--project', 'node', 'scripts/arrows.test.ts', 'scripts/owners.test.ts'],
  ],
]

const left = [...steps]
let isSound = true
await Promise.all(Array.from({ length: availableParallelism() }, work))
if (!isSound) process.exit(1)

/** Takes the next step, until there is none. */
async function work(): Promise<void> {
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const [name, command] = step
    const { status, output } = await run(command)
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (status !== 0 || name.startsWith('size')) console.log(output)
    isSound &&= status === 0
  }
}

function run([program = '', ...parameters]: readonly string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(join(root, 'node_modules/.bin', program), parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (status) => resolve({ status, output })),
  )
}

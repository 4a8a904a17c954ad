// `npm run check`: types, lint, unused code, arrows between rooms, size of the sign-in page. Runs all, tells which failed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const rooms = ['message', 'proof', 'inspector', 'api', 'server', 'web', 'testing', 'e2e', 'bench', 'examples', 'scripts']

const steps: [string, string[]][] = [
  ...rooms.map((room): [string, string[]] => [`types of ${room}`, ['tsc', '-p', room]]),
  ['lint', ['oxlint', '--deny-warnings']],
  ['unused code', ['knip']],
  ['arrows between rooms', ['vitest', 'run', '--project', 'node', 'scripts/arrows.test.ts']],
  ['size of the sign-in page', ['node', 'scripts/size.ts']],
]

const failed = steps.filter(([name, [program = '', ...parameters]]) => {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), parameters, { cwd: root, encoding: 'utf8' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (status !== 0 || name.startsWith('size')) console.log(`${stdout}${stderr}`)
  return status !== 0
})

if (failed.length > 0) process.exit(1)

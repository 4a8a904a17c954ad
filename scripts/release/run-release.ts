// What `npm run release` runs: see docs/development/release.md.
import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { createSoftwareRelease, ReleaseCreationError } from './create-release.ts'

const root = join(import.meta.dirname, '../..')

try {
  const folder = createSoftwareRelease({ root, outputFolder: join(root, 'dist/release'), report: console.log, run })
  console.log(
    `Released into ${relative(process.cwd(), folder)}. Nothing was published: docs/development/release.md says how.`,
  )
} catch (error) {
  if (!(error instanceof ReleaseCreationError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** What git is asked is taken; what takes its time is shown. The checkout has a Node and packages of its own. */
function run(folder: string, program: string, parameters: readonly string[]): string {
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'))
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const { status, stdout } = spawnSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', program === 'git' ? 'pipe' : 'inherit', 'inherit'],
    env: { ...Object.fromEntries(inherited), PATH: path.join(':'), CI: 'true' },
  })
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} ended with ${status}.`)
  return stdout ?? ''
}

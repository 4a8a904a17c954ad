// Entry point of `npm run release`; see docs/development/release.md.
import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { createSoftwareRelease, ReleaseCreationError } from './create-release.ts'

const root = join(import.meta.dirname, '../..')

try {
  const folder = createSoftwareRelease({ root, outputFolder: join(root, 'dist/release'), report: console.log, run })
  console.log(`The release is in ${relative(process.cwd(), folder)}. To publish it, see docs/development/release.md.`)
} catch (error) {
  if (!(error instanceof ReleaseCreationError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** The checkout uses its own Node and packages. */
function run(folder: string, program: string, parameters: readonly string[]): string {
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'))
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const { status, stdout } = spawnSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', program === 'git' ? 'pipe' : 'inherit', 'inherit'],
    env: { ...Object.fromEntries(inherited), PATH: path.join(':'), CI: 'true' },
  })
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} exited with ${status}.`)
  return stdout ?? ''
}

// What `npm run release` runs: the parts of a release, in order, and the way on. See docs/guides/release.md.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { makeBillOfMaterials } from './bill-of-materials.ts'
import { makeImage } from './image.ts'
import { packLibraries } from './libraries.ts'
import { packServer } from './server-package.ts'
import { release, ReleaseFault } from './release.ts'
import type { Release, ReleaseMaker } from './release.ts'

const root = join(import.meta.dirname, '../..')

/** What makes the image, from Debian's packages. */
const imageTool = '/usr/bin/mmdebstrap'

const makers: readonly ReleaseMaker[] = [
  { name: 'The npm package countersign', make: ({ into, commit }) => void packServer(into, commit) },
  { name: 'The libraries', make: async ({ into }) => void (await packLibraries(into)) },
  { name: 'The container image', make: imageWhereItCan },
  {
    name: 'The bill of materials',
    make: ({ into, version }) =>
      writeFileSync(
        join(into, `countersign-${version}.cdx.json`),
        `${JSON.stringify(makeBillOfMaterials(root, version), null, 2)}\n`,
      ),
  },
]

/** Where its tools are missing, it is left out and said to be. */
async function imageWhereItCan(parts: Release): Promise<void> {
  if (process.getuid?.() === 0 && existsSync(imageTool)) await makeImage(parts)
  else console.log('  left out: it needs root, and Debian with mmdebstrap (apt-get install mmdebstrap).')
}

try {
  const folder = await release({ root, into: join(root, 'dist/release'), tell: console.log, run, makers })
  console.log(
    `Released into ${relative(process.cwd(), folder)}. Nothing was published: docs/guides/release.md says how.`,
  )
} catch (error) {
  if (!(error instanceof ReleaseFault)) throw error
  console.error(error.message)
  process.exit(1)
}

/** Output of what is asked for is taken; what takes its time is shown. */
function run(program: string, parameters: readonly string[]): string {
  const isLong = program === 'bash'
  const { status, stdout } = spawnSync(program, parameters, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', isLong ? 'inherit' : 'pipe', 'inherit'],
    env: { ...process.env, CI: 'true' },
  })
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} ended with ${status}.`)
  return stdout ?? ''
}

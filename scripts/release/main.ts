// What `npm run release` runs: the parts of a release, in order, and the way on. See docs/guides/release.md.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { makeBillOfMaterials } from './bill-of-materials.ts'
import { makeImage } from './image.ts'
import { packServer } from './server-package.ts'
import { release, ReleaseFault } from './release.ts'
import type { ReleaseMaker } from './release.ts'

const root = join(import.meta.dirname, '../..')

const makers: readonly ReleaseMaker[] = [
  { name: 'The npm package countersign', make: ({ into, commit }) => void packServer(into, commit) },
  { name: 'The container image', make: async (parts) => void (await makeImage(parts)) },
  {
    name: 'The bill of materials',
    make: ({ into, version }) =>
      writeFileSync(
        join(into, `countersign-${version}.cdx.json`),
        `${JSON.stringify(makeBillOfMaterials(root, version), null, 2)}\n`,
      ),
  },
]

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

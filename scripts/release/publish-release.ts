// `npm run publish-release`: publishes what `npm run release` built, or reports what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPublishingProblems } from './find-publishing-problems.ts'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const folder = join(root, 'dist/release', manifest.version)
const packages = [
  'countersign-message',
  'countersign-proof',
  'countersign-react',
  'countersign-node',
  'countersign',
].map((name) => `${name}-${manifest.version}.tgz`)

const problems = findPublishingProblems({
  manifest,
  hasCodeOwners: existsSync(join(root, '.github/CODEOWNERS')),
  missingFiles: packages.filter((file) => !existsSync(join(folder, file))),
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error('Nothing was published.')
  process.exit(1)
}
for (const file of packages) {
  const { status } = spawnSync('npm', ['publish', '--access', 'public', file], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) {
    console.error(
      `npm did not publish ${file}. The packages before it are published; fix the cause and publish the rest by hand.`,
    )
    process.exit(1)
  }
}

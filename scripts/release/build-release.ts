// node scripts/release/build-release.ts FOLDER VERSION COMMIT, in the checkout that was tested.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSbom } from './create-sbom.ts'
import { buildReleaseImage } from './build-release-image.ts'
import { packLibraryNpmPackages } from './pack-library-npm-packages.ts'
import { packServerNpmPackage } from './pack-server-npm-package.ts'

const imageTool = '/usr/bin/mmdebstrap'

const [into, version, commit] = process.argv.slice(2)
if (into === undefined || version === undefined || commit === undefined)
  throw new Error('Usage: node scripts/release/build-release.ts FOLDER VERSION COMMIT')

console.log('Packing the npm package countersign…')
packServerNpmPackage(into, commit)
console.log('Packing the libraries…')
await packLibraryNpmPackages(into)
console.log('Building the container image…')
if (process.getuid?.() === 0 && existsSync(imageTool)) await buildReleaseImage({ into, version, commit })
else console.log('  skipped: it requires root, and Debian with mmdebstrap (apt-get install mmdebstrap).')
console.log('Generating the SBOM…')
const bill = createSbom(join(import.meta.dirname, '../..'), version)
writeFileSync(join(into, `countersign-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)

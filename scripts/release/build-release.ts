// Makes the parts of a release, in the clean checkout that `create-release.ts` tested: node scripts/release/build-release.ts FOLDER VERSION COMMIT
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSbom } from './create-sbom.ts'
import { buildReleaseImage } from './build-release-image.ts'
import { packLibraryNpmPackages } from './pack-library-npm-packages.ts'
import { packServerNpmPackage } from './pack-server-npm-package.ts'

/** What makes the image, from Debian's packages. */
const imageTool = '/usr/bin/mmdebstrap'

const [into, version, commit] = process.argv.slice(2)
if (into === undefined || version === undefined || commit === undefined)
  throw new Error('node scripts/release/build-release.ts FOLDER VERSION COMMIT')

console.log('The npm package countersign…')
packServerNpmPackage(into, commit)
console.log('The libraries…')
await packLibraryNpmPackages(into)
console.log('The container image…')
if (process.getuid?.() === 0 && existsSync(imageTool)) await buildReleaseImage({ into, version, commit })
else console.log('  left out: it needs root, and Debian with mmdebstrap (apt-get install mmdebstrap).')
console.log('The bill of materials…')
const bill = createSbom(join(import.meta.dirname, '../..'), version)
writeFileSync(join(into, `countersign-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)

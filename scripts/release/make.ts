// Makes the parts of a release, in the clean checkout that `release.ts` tested: node scripts/release/make.ts FOLDER VERSION COMMIT
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBillOfMaterials } from './bill-of-materials.ts'
import { makeImage } from './image.ts'
import { packLibraries } from './libraries.ts'
import { packServer } from './server-package.ts'

/** What makes the image, from Debian's packages. */
const imageTool = '/usr/bin/mmdebstrap'

const [into, version, commit] = process.argv.slice(2)
if (into === undefined || version === undefined || commit === undefined)
  throw new Error('node scripts/release/make.ts FOLDER VERSION COMMIT')

console.log('The npm package countersign…')
packServer(into, commit)
console.log('The libraries…')
await packLibraries(into)
console.log('The container image…')
if (process.getuid?.() === 0 && existsSync(imageTool)) await makeImage({ into, version, commit })
else console.log('  left out: it needs root, and Debian with mmdebstrap (apt-get install mmdebstrap).')
console.log('The bill of materials…')
const bill = makeBillOfMaterials(join(import.meta.dirname, '../..'), version)
writeFileSync(join(into, `countersign-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)

// CycloneDX 1.5. `npm sbom` omits packages that an unselected workspace also needs for development.
import { Buffer } from 'node:buffer'
import { readLockfilePackages, extractLockfilePackages } from './extract-lockfile-packages.ts'
import type { LockfilePackage } from './extract-lockfile-packages.ts'

const releasedWorkspaces = [
  'server',
  'web',
  ...['proof', 'message', 'log', 'api', 'inspector'].map((name) => `packages/${name}`),
]

interface Component {
  type: 'library'
  'bom-ref': string
  group?: string
  name: string
  version: string
  purl: string
  licenses?: { expression: string }[]
  hashes?: { alg: 'SHA-512'; content: string }[]
}

export interface Sbom {
  bomFormat: 'CycloneDX'
  specVersion: '1.5'
  version: 1
  metadata: { component: { type: 'application'; name: string; version: string; purl: string } }
  components: Component[]
}

export function createSbom(root: string, version: string): Sbom {
  const lock = readLockfilePackages(root)
  const found = releasedWorkspaces.flatMap((room) => {
    const names = Object.keys(lock[room]?.dependencies ?? {}).filter((name) => !name.startsWith('@countersign/'))
    return Object.entries(extractLockfilePackages(lock, names, room))
  })
  const components = new Map(found.map(([path, one]) => toComponent(path, one)).map((one) => [one['bom-ref'], one]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'countersign', version, purl: `pkg:npm/countersign@${version}` },
    },
    components: [...components.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  }
}

function toComponent(path: string, { version, license, integrity }: LockfilePackage): Component {
  const full = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [group, name = full] = full.startsWith('@') ? full.split('/') : [undefined, full]
  const purl = `pkg:npm/${full.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    purl,
    ...(typeof license === 'string' ? { licenses: [{ expression: license }] } : {}),
    ...(typeof integrity === 'string' && integrity.startsWith('sha512-')
      ? {
          hashes: [
            { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
          ],
        }
      : {}),
  }
}

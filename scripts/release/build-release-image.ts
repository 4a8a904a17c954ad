// Builds the container image (OCI) on any Debian without an image registry, from the same scripts
// and final-stage settings as the Dockerfile.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { parseContainerImageConfig } from './parse-dockerfile.ts'
import { stageServerNpmPackage } from './pack-server-npm-package.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const scripts = join(root, 'deploy/image')

/** The next compression level takes a third longer and saves half a percent. */
const compression = 5

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

interface ImageParts {
  /** The npm package after `npm ci --omit=dev --ignore-scripts`. */
  package: string
  into: string
  version: string
  /** The image gets the commit's time, so the same commit produces the same layers. */
  commit: string
}

export async function buildReleaseImage(parts: Omit<ImageParts, 'package'>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-installed-'))
  try {
    stageServerNpmPackage(folder, parts.commit)
    const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', ['ci', ...options], { cwd: folder })
    return await buildOciImage({ package: folder, ...parts })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Blob {
  mediaType: string
  digest: string
  size: number
}

/** Needs Debian's `mmdebstrap`, GNU tar, and access to a Debian mirror. */
async function buildOciImage({ package: installed, into, version, commit }: ImageParts): Promise<string> {
  const architecture = architectures[process.arch]
  if (architecture === undefined)
    throw new Error(`No container image can be built for ${process.arch}; only x64 and arm64 are supported.`)
  const work = mkdtempSync(join(tmpdir(), 'countersign-image-'))
  try {
    const { stdout } = await run('git', ['show', '--no-patch', '--format=%ct', commit], { cwd: root })
    const seconds = stdout.trim()
    const layout = join(work, 'layout')
    mkdirSync(join(layout, 'blobs/sha256'), { recursive: true })
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
    const settings = parseContainerImageConfig(dockerfile, { VERSION: version, COMMIT: commit })
    const tars = [createBaseLayer(work, seconds), createAppLayer(work, installed, settings.User, seconds)]
    const layers = await Promise.all(tars.map(async (tar) => addLayer(layout, await tar)))
    const created = new Date(Number(seconds) * 1000).toISOString()
    const config = addJson(layout, 'config', {
      architecture,
      os: 'linux',
      created,
      config: settings,
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: ['deploy/image/base-layer.sh', 'deploy/image/app-layer.sh'].map((script) => ({
        created,
        created_by: script,
      })),
    })
    writeIndex(layout, config, layers, version)
    const file = join(into, `countersign-${version}-image-linux-${architecture}.tar`)
    await createTar(file, layout, seconds, ['.'])
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function createBaseLayer(work: string, seconds: string): Promise<string> {
  const path = join(work, 'base.tar')
  await run('sh', [join(scripts, 'base-layer.sh'), path], { env: { ...process.env, SOURCE_DATE_EPOCH: seconds } })
  return path
}

/** The image's user, as `USER:GROUP`, owns `/data`. */
async function createAppLayer(work: string, installed: string, user: string, seconds: string): Promise<string> {
  const [path, image, volume] = [join(work, 'app.tar'), join(work, 'image'), join(work, 'volume')]
  await run('sh', [join(scripts, 'app-layer.sh'), installed, image])
  await createTar(path, image, seconds, ['app', 'etc', 'usr'])
  const [owner, group] = user.split(':')
  mkdirSync(join(volume, 'data'), { recursive: true, mode: 0o700 })
  await createTar(path, volume, seconds, ['data'], ['--append', `--owner=${owner}`, `--group=${group}`])
  return path
}

/** The same files always give the same bytes. */
async function createTar(
  path: string,
  folder: string,
  seconds: string,
  names: readonly string[],
  options = ['--create', '--owner=0', '--group=0'],
): Promise<void> {
  const steady = ['--format=gnu', '--sort=name', '--numeric-owner', `--mtime=@${seconds}`]
  await run('tar', [...options, ...steady, '--file', path, '--directory', folder, ...names])
}

interface Layer {
  blob: Blob
  /** Digest of the uncompressed layer. */
  diffId: string
}

const blobPath = (layout: string, digest: string): string => join(layout, 'blobs', digest.replace(':', '/'))

async function addLayer(layout: string, path: string): Promise<Layer> {
  const compressed = `${path}.gz`
  await pipeline(createReadStream(path), createGzip({ level: compression }), createWriteStream(compressed))
  const content = readFileSync(compressed)
  const blob = addBlob(layout, 'application/vnd.oci.image.layer.v1.tar+gzip', content)
  return { blob, diffId: digestOf(readFileSync(path)) }
}

const digestOf = (content: Buffer): string => `sha256:${createHash('sha256').update(content).digest('hex')}`

function addBlob(layout: string, mediaType: string, content: Buffer): Blob {
  const digest = digestOf(content)
  writeFileSync(blobPath(layout, digest), content)
  return { mediaType, digest, size: content.length }
}

const addJson = (layout: string, kind: 'config' | 'manifest', content: object): Blob =>
  addBlob(layout, `application/vnd.oci.image.${kind}.v1+json`, Buffer.from(JSON.stringify(content)))

/** Writes the OCI index, and the manifest that `docker load` required before version 25. */
function writeIndex(layout: string, config: Blob, layers: readonly Layer[], version: string): void {
  const blobs = layers.map(({ blob }) => blob)
  const manifest = addJson(layout, 'manifest', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers: blobs,
  })
  const name = `countersign:${version}`
  const annotations = {
    'org.opencontainers.image.ref.name': version,
    'io.containerd.image.name': `docker.io/library/${name}`,
  }
  const write = (file: string, content: object): void => writeFileSync(join(layout, file), JSON.stringify(content))
  write('oci-layout', { imageLayoutVersion: '1.0.0' })
  write('index.json', { schemaVersion: 2, manifests: [{ ...manifest, annotations }] })
  const pathOf = ({ digest }: Blob): string => `blobs/${digest.replace(':', '/')}`
  write('manifest.json', [{ Config: pathOf(config), RepoTags: [name], Layers: blobs.map(pathOf) }])
}

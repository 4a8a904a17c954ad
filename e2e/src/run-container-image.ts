// Needs no container engine: umoci unpacks the image, which runs in its own namespaces (unshare,
// chroot), but on the host's network.
import { findFreePort } from '@countersign/testing/find-free-port'
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildReleaseImage } from '../../scripts/release/build-release-image.ts'

/** Needs Debian's packages mmdebstrap and umoci, and the right to mount. */
export const canRunContainerImages =
  process.getuid?.() === 0 && ['mmdebstrap', 'umoci', 'unshare'].every((name) => existsSync(`/usr/bin/${name}`))

const version = '0.0.0'
/** A user ID unknown to the image, as on platforms that assign each customer a range. */
export const containerUserId = 1_234_567
const serverUnshareArguments = [
  '--mount',
  '--pid',
  '--root',
  '--wd',
  `--setuid=${containerUserId}`,
  `--setgid=${containerUserId}`,
]
const readyTimeoutMs = 60_000

/** How an image is started (OCI runtime specification §Process). */
interface ImageProcess {
  args: string[]
  cwd: string
}

export interface UnpackedContainerImage {
  root: string
  start: ImageProcess
  config: { Env: string[]; Healthcheck: { Test: string[] } }
  remove: () => void
}

export async function unpackContainerImage(): Promise<UnpackedContainerImage> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-unpacked-'))
  const [layout, bundle] = [join(folder, 'layout'), join(folder, 'bundle')]
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const file = await buildReleaseImage({ into: folder, version, commit })
  mkdirSync(layout)
  execFileSync('tar', ['--extract', '--file', file, '--directory', layout])
  rmSync(file)
  execFileSync('umoci', ['unpack', '--image', `${layout}:${version}`, bundle], { stdio: 'pipe' })
  const [{ Config }] = readJson<[{ Config: string }]>(join(layout, 'manifest.json'))
  return {
    root: join(bundle, 'rootfs'),
    start: readJson<{ process: ImageProcess }>(join(bundle, 'config.json')).process,
    config: readJson<{ config: UnpackedContainerImage['config'] }>(join(layout, Config)).config,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape
}

/** A folder for `/data`, owned by the user who will run the server. */
export function createDataVolume(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-volume-'))
  chmodSync(folder, 0o700)
  chownSync(folder, containerUserId, containerUserId)
  return folder
}

export interface RunningContainer {
  origin: string
  log: string[]
  /** Process ID on the host. */
  pid: () => number
  /** Returns the program's output. Throws if the exit code is not 0. */
  run: (program: string, ...parameters: string[]) => string
  ended: Promise<number | null>
  /** Sends SIGTERM, as container engines do. Resolves to the exit code. */
  stop: () => Promise<number | null>
}

const runningProcesses = new Set<ChildProcess>()

export function stopAllContainers(): void {
  for (const child of runningProcesses) child.kill('SIGKILL')
}

// Each program replaces itself with the next (exec), so the server is process 1 of its namespace.
const enterContainerScript = `
  set -e
  mount --bind "$ROOT" "$ROOT"
  mount --bind "$VOLUME" "$ROOT/data"
  mount -t proc proc "$ROOT/proc"
  mount -o remount,bind,ro "$ROOT"
  exec "$@"`

/** Does not wait until the server is ready. In `environment`, undefined removes a setting. */
export async function startServerContainer(
  { root, start: { args, cwd }, config: { Env } }: UnpackedContainerImage,
  volume: string,
  environment: Record<string, string | undefined> = {},
): Promise<RunningContainer> {
  if (cwd !== '/') throw new Error('chroot supports only / as the working directory.')
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const settings = { COUNTERSIGN_HOST: '127.0.0.1', COUNTERSIGN_PORT: String(port), COUNTERSIGN_ORIGIN: origin }
  const given = Object.entries({ ...settings, ...environment })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
  const asUser = [
    '/usr/bin/setpriv',
    '--no-new-privs',
    '/usr/sbin/chroot',
    `--userspec=${containerUserId}:${containerUserId}`,
    '--groups=',
  ]
  const inside = ['/usr/bin/env', '-i', ...Env, ...given, ...asUser, root, ...args]
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enterContainerScript, 'enter', ...inside],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ROOT: root, VOLUME: volume },
    },
  )
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => log.push(...String(chunk).trim().split('\n')))
  runningProcesses.add(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  void ended.then(() => runningProcesses.delete(child))
  const pid = (): number => findContainerProcess(child)
  return {
    origin,
    log,
    pid,
    run: (program, ...parameters) =>
      execFileSync('nsenter', [`--target=${pid()}`, ...serverUnshareArguments, program, ...parameters], {
        encoding: 'utf8',
        stdio: 'pipe',
        env: Object.fromEntries(given.map((line) => line.split('=', 2))),
      }),
    ended,
    stop: () => {
      if (child.exitCode === null) process.kill(pid(), 'SIGTERM')
      return ended
    },
  }
}

/** `unshare` waits for its only child and handles no signals while it waits. */
function findContainerProcess({ pid = 0 }: ChildProcess): number {
  const inside = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
  // Signaling 0 would kill our own process group.
  if (!(inside > 1)) throw new Error('No process is running in the container.')
  return inside
}

export async function waitUntilContainerReady({ origin, log, ended }: RunningContainer): Promise<void> {
  const state = { isOver: false }
  void ended.then(() => (state.isOver = true))
  const end = Date.now() + readyTimeoutMs
  while (!state.isOver && Date.now() < end) {
    const ready = await fetch(`${origin.replace('localhost', '127.0.0.1')}/health/ready`).catch(() => null)
    if (ready?.ok) return
    await wait(25)
  }
  throw new Error(`The container did not become ready:\n${log.join('\n')}`)
}

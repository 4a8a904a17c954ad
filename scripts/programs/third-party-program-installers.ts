import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** The registry did not respond or refused the version; the program is skipped. */
export class ThirdPartyProgramInstallError extends Error {}

async function execute(
  command: readonly string[],
  options: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<string> {
  const [program = '', ...parameters] = command
  const running = spawn(program, parameters, {
    cwd: options.cwd,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve) => {
    running.once('error', (error) => {
      output += error.message
      resolve(null)
    })
    running.once('close', resolve)
  })
  if (code !== 0) throw new ThirdPartyProgramInstallError(`${command.join(' ')}: ${output.trim().slice(-600)}`)
  return output
}

/** Later runs with the same `what` reuse the folder. */
async function runOnce(folder: string, what: string, work: () => Promise<void>): Promise<void> {
  const mark = join(folder, '.installed')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === what) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await work()
  writeFileSync(mark, what)
}

const nodeFolder = join(process.execPath, '../..')

/** Native modules compile against the running Node, if its headers are installed next to it. */
const headers: Record<string, string> = existsSync(join(nodeFolder, 'include/node/node.h'))
  ? { npm_config_nodedir: nodeFolder }
  : {}

/** @param packages as `name@version` */
export const installNpmPackages = (folder: string, ...packages: string[]): Promise<void> =>
  runOnce(folder, packages.join(' '), async () => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    await execute(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
      cwd: folder,
      environment: headers,
    })
  })

/** Installs into a virtual environment, with programs in `bin`. */
export const installPythonPackages = (folder: string, ...packages: string[]): Promise<void> =>
  runOnce(folder, packages.join(' '), async () => {
    await execute(['python3', '-m', 'venv', folder])
    await execute([join(folder, 'bin/pip'), 'install', '--quiet', ...packages])
  })

/** Builds without cgo; programs are in `bin`. @param modules as `module/path@version` */
export const installGoPrograms = (folder: string, ...modules: string[]): Promise<void> =>
  runOnce(folder, modules.join(' '), async () => {
    for (const module of modules)
      await execute(['go', 'install', module], {
        environment: { GOBIN: join(folder, 'bin'), GOFLAGS: '-mod=mod', CGO_ENABLED: '0' },
      })
  })

/** Unpacks without installing. In `name=version`, `*` matches the rest of a version. */
export async function unpackDebianPackages(folder: string, ...packages: string[]): Promise<string> {
  await runOnce(folder, packages.join(' '), async () => {
    await execute(['apt-get', 'download', '--quiet', ...packages], { cwd: folder })
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb')))
      await execute(['dpkg-deb', '--extract', file, '.'], { cwd: folder })
    await execute(wrapCommandWithMountedDebianPackages(folder, ['true']))
  })
  const [name = ''] = (packages[0] ?? '').split('=')
  const file = readdirSync(folder).find((each) => each.startsWith(`${name}_`)) ?? ''
  return `Debian's ${(await execute(['dpkg-deb', '--field', file, 'Version'], { cwd: folder })).trim()}`
}

/** The command finds unpacked packages at their usual paths (Linux mount namespace). */
export function wrapCommandWithMountedDebianPackages(folder: string, command: readonly string[]): string[] {
  const { uid, gid } = userInfo()
  const isRoot = uid === 0
  const asBefore = isRoot ? '' : `unshare --map-user=${uid} --map-group=${gid} `
  const script = `mount -t overlay -o lowerdir="$0/usr:/usr" overlay /usr && exec ${asBefore}"$@"`
  return ['unshare', '--mount', ...(isRoot ? [] : ['--map-root-user']), 'sh', '-c', script, folder, ...command]
}

const copyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'

/** Unpacks `group:name:version:tar.gz` from Maven Central without its top-level folder. */
export const installMavenArchive = (folder: string, artifact: string, prepare?: readonly string[]): Promise<void> =>
  runOnce(folder, [artifact, ...(prepare ?? [])].join(' '), async () => {
    await execute(['mvn', '-q', '-B', copyPlugin, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
    const [, name, version, type] = artifact.split(':')
    const archive = join(folder, `${name}-${version}.${type}`)
    await execute(['tar', 'xf', archive, '-C', folder, '--strip-components=1'])
    rmSync(archive)
    if (prepare !== undefined) await execute(prepare, { cwd: folder })
  })

/** Builds a Java application that has a single class, `app.Application`, into `target`. */
export const buildJavaTestApplication = (folder: string, pom: string, source: string): Promise<void> =>
  runOnce(folder, pom + source, async () => {
    const sources = join(folder, 'src/main/java/app')
    mkdirSync(sources, { recursive: true })
    writeFileSync(join(folder, 'pom.xml'), pom)
    writeFileSync(join(sources, 'Application.java'), source)
    await execute(['mvn', '-q', '-B', 'package'], { cwd: folder })
  })

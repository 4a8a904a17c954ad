// Installs programs from the registries that they come from, pinned, into folders of their own.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** A registry did not answer, or refused the version: the program is skipped. */
export class ThirdPartyProgramInstallError extends Error {}

/** Runs a command to its end. @throws InstallError with the end of what it wrote, if it fails */
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

/** Does something once for a folder; a later run that wants the same finds it done. */
async function runOnce(folder: string, what: string, work: () => Promise<void>): Promise<void> {
  const mark = join(folder, '.installed')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === what) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await work()
  writeFileSync(mark, what)
}

const nodeFolder = join(process.execPath, '../..')

/** What is compiled is compiled for the Node.js that runs it, where its headers lie beside it. */
const headers: Record<string, string> = existsSync(join(nodeFolder, 'include/node/node.h'))
  ? { npm_config_nodedir: nodeFolder }
  : {}

/** Installs npm packages, each as `name@version`. */
export const installNpmPackages = (folder: string, ...packages: string[]): Promise<void> =>
  runOnce(folder, packages.join(' '), async () => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    await execute(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
      cwd: folder,
      environment: headers,
    })
  })

/** Installs Python packages, each as `name==version`, into a virtual environment: programs are in `bin`. */
export const installPythonPackages = (folder: string, ...packages: string[]): Promise<void> =>
  runOnce(folder, packages.join(' '), async () => {
    await execute(['python3', '-m', 'venv', folder])
    await execute([join(folder, 'bin/pip'), 'install', '--quiet', ...packages])
  })

/** Builds Go programs, each as `module/path@version`, without C: they are in `bin`. */
export const installGoPrograms = (folder: string, ...modules: string[]): Promise<void> =>
  runOnce(folder, modules.join(' '), async () => {
    for (const module of modules)
      await execute(['go', 'install', module], {
        environment: { GOBIN: join(folder, 'bin'), GOFLAGS: '-mod=mod', CGO_ENABLED: '0' },
      })
  })

/**
 * Unpacks Debian packages, each as `name=version`, where `*` stands for the rest of a version, into a folder: nothing of the machine changes.
 * Answers the version of the first.
 */
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

/** A command that sees unpacked Debian packages in their usual places, in a private mount namespace (Linux, mount namespace). */
export function wrapCommandWithMountedDebianPackages(folder: string, command: readonly string[]): string[] {
  const { uid, gid } = userInfo()
  const isRoot = uid === 0
  const asBefore = isRoot ? '' : `unshare --map-user=${uid} --map-group=${gid} `
  const script = `mount -t overlay -o lowerdir="$0/usr:/usr" overlay /usr && exec ${asBefore}"$@"`
  return ['unshare', '--mount', ...(isRoot ? [] : ['--map-root-user']), 'sh', '-c', script, folder, ...command]
}

const copyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'

/** Unpacks an archive of Maven Central, `group:name:version:tar.gz`, without the folder that is around all of it. */
export const installMavenArchive = (folder: string, artifact: string, prepare?: readonly string[]): Promise<void> =>
  runOnce(folder, [artifact, ...(prepare ?? [])].join(' '), async () => {
    await execute(['mvn', '-q', '-B', copyPlugin, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
    const [, name, version, type] = artifact.split(':')
    const archive = join(folder, `${name}-${version}.${type}`)
    await execute(['tar', 'xf', archive, '-C', folder, '--strip-components=1'])
    rmSync(archive)
    if (prepare !== undefined) await execute(prepare, { cwd: folder })
  })

/** Builds a Java application from its pom.xml and its one class, `app.Application`; what is built is in `target`. */
export const buildJavaTestApplication = (folder: string, pom: string, source: string): Promise<void> =>
  runOnce(folder, pom + source, async () => {
    const sources = join(folder, 'src/main/java/app')
    mkdirSync(sources, { recursive: true })
    writeFileSync(join(folder, 'pom.xml'), pom)
    writeFileSync(join(sources, 'Application.java'), source)
    await execute(['mvn', '-q', '-B', 'package'], { cwd: folder })
  })

// Copies a recipe to an empty folder and runs the commands of its README there, as a reader does.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findFreePort } from '@countersign/testing/find-free-port'
import { readRecipe, recipesFolder, releaseFolderOfRecipes } from '../../scripts/recipe-files.ts'
import { getProcessEnvironmentWithoutNpm } from './install-server-package.ts'
import { builtServerCliPath } from './start-server-for-tests.ts'
import type { RunningTestServer } from './start-server-for-tests.ts'

export interface PastedRecipe {
  /** On a free port; null for a recipe that serves no pages. */
  origin: string | null
  /** The standard output and standard error of the last command. */
  output: () => string
  /** Resolves when the last command exits. */
  exited: Promise<number | null>
  remove: () => Promise<void>
}

/**
 * Runs all commands, and leaves the last one running.
 * @param tarballs folder with the packed libraries
 * @param environment added to that of the last command
 */
export async function pasteRecipe(
  name: string,
  server: Pick<RunningTestServer, 'origin' | 'databasePath'>,
  tarballs: string,
  environment: Record<string, string> = {},
): Promise<PastedRecipe> {
  const { commands, port } = readRecipe(name)
  const folder = mkdtempSync(join(tmpdir(), 'countersign-recipe-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    copyRecipe(name, folder)
    const release = join(folder, releaseFolderOfRecipes())
    mkdirSync(dirname(release), { recursive: true })
    symlinkSync(tarballs, release)
    const freePort = port === null ? null : await findFreePort()
    const usePort = (text: string): string => (port === null ? text : text.replaceAll(String(port), String(freePort)))
    for (const path of listTextFiles(join(folder, 'recipes', name)))
      writeFileSync(path, usePort(readFileSync(path, 'utf8')))
    const run = { cwd: folder, env: createReaderEnvironment(folder, server) }
    const last = commands.at(-1) ?? ''
    for (const command of commands.slice(0, -1)) runCommand(usePort(command), run)
    const { output, exited, stop } = startCommand(usePort(last), { ...run, env: { ...run.env, ...environment } })
    return {
      origin: freePort === null ? null : `http://localhost:${freePort}`,
      output,
      exited,
      remove: async () => {
        await stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

function copyRecipe(name: string, folder: string): void {
  const notCopied = new Set(['node_modules', '.env', '.next', 'next-env.d.ts'])
  cpSync(join(recipesFolder, name), join(folder, 'recipes', name), {
    recursive: true,
    filter: (path) => !notCopied.has(basename(path)),
  })
}

const listTextFiles = (folder: string): string[] =>
  globSync('**/*', { cwd: folder })
    .filter((path) => basename(path) !== 'package-lock.json')
    .map((path) => join(folder, path))
    .filter((path) => lstatSync(path).isFile())

interface CommandContext {
  cwd: string
  env: NodeJS.ProcessEnv
}

/** `npx` runs this repository's command line, with the database of the server under test. */
function createReaderEnvironment(
  folder: string,
  server: Pick<RunningTestServer, 'origin' | 'databasePath'>,
): NodeJS.ProcessEnv {
  const programs = join(folder, 'bin')
  mkdirSync(programs)
  writeFileSync(
    join(programs, 'npx'),
    `#!/bin/sh
shift
COUNTERSIGN_PORT=${new URL(server.origin).port} COUNTERSIGN_DATABASE='sqlite:${server.databasePath}' \\
  exec '${process.execPath}' '${builtServerCliPath}' "$@"
`,
  )
  chmodSync(join(programs, 'npx'), 0o755)
  const environment = getProcessEnvironmentWithoutNpm()
  delete environment['NODE_OPTIONS']
  return { ...environment, NEXT_TELEMETRY_DISABLED: '1', PATH: `${programs}:${environment['PATH'] ?? ''}` }
}

function runCommand(command: string, context: CommandContext): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { ...context, encoding: 'utf8' })
  if (status !== 0) throw new Error(`"${command}" failed with exit code ${status}:\n${stdout}${stderr}`)
}

function startCommand(
  command: string,
  context: CommandContext,
): { output: () => string; exited: Promise<number | null>; stop: () => Promise<void> } {
  // In its own process group, because npm does not pass on every signal to the program.
  const child = spawn('sh', ['-c', command], { ...context, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { output: () => output, exited, stop: () => stopProcessGroup(child, exited) }
}

async function stopProcessGroup({ pid, exitCode }: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (pid !== undefined && exitCode === null)
    try {
      process.kill(-pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  await exited
}

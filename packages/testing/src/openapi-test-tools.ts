// OpenAPI tools for tests, pinned by a lockfile in openapi/ and installed on first use. They have
// their own folder because the generator needs TypeScript 5.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../openapi')

// The programs are started by their paths, because npm's links are not JavaScript on Windows.
const programs = {
  'validate-api': '@seriousme/openapi-schema-validator/bin/validate-api-cli.js',
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
  tsc: 'typescript/bin/tsc',
}

interface ToolResult {
  status: number | null
  output: string
}

/** Validates an OpenAPI JSON file with @seriousme/openapi-schema-validator. */
export const validateOpenApi = (file: string): ToolResult => runTool('validate-api', [file])

/**
 * Generates client types with openapi-typescript, and compiles them together with a program that
 * uses them.
 * @param into folder for `api.ts` and `client.ts`
 * @param client TypeScript that imports from `./api.ts`
 */
export function compileOpenApiClient(file: string, into: string, client: string): ToolResult {
  const generated = runTool('openapi-typescript', [file, '--output', join(into, 'api.ts')])
  if (generated.status !== 0) return generated
  writeFileSync(join(into, 'client.ts'), client)
  return runTool('tsc', [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--allowImportingTsExtensions',
    join(into, 'client.ts'),
  ])
}

function runTool(name: keyof typeof programs, words: readonly string[]): ToolResult {
  installTools()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'node_modules', programs[name]), ...words],
    { encoding: 'utf8' },
  )
  return { status, output: `${stdout}${stderr}` }
}

function installTools(): void {
  const { dependencies } = loadJson(join(folder, 'package.json')) as { dependencies: Record<string, string> }
  const isThere = Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json')
    return existsSync(manifest) && (loadJson(manifest) as { version: string }).version === version
  })
  if (!isThere)
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
}

const loadJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

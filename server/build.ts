// Builds server/dist, a bundle that starts faster and uses less memory (`node server/build.ts`).
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuiltin } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import type { Plugin } from 'rolldown'
import { externalPackages } from './server-bundle-external-packages.ts'

/** With `import`, Node evaluates every export of a module, and `http.WebSocket` loads undici. */
const builtinsByCall: Plugin = {
  name: 'builtins by call',
  // The bundler's own code must be able to import `node:module`.
  resolveId: (name) => (isBuiltin(name) && name !== 'node:module' ? `\0builtin:${name}` : null),
  load: (id) =>
    id.startsWith('\0builtin:')
      ? `module.exports = process.getBuiltinModule('${id.slice('\0builtin:'.length)}')`
      : null,
}

const distFolder = join(import.meta.dirname, 'dist')
const fileListPath = join(distFolder, '.files')
const previousFiles = existsSync(fileListPath) ? (JSON.parse(readFileSync(fileListPath, 'utf8')) as string[]) : []

const bundle = await rolldown({
  cwd: import.meta.dirname,
  input: { countersign: 'src/cli-main.ts', start: 'src/npm-start-entry.ts' },
  platform: 'node',
  external: externalPackages,
  plugins: [builtinsByCall],
  // A dependency of oidc-provider uses `eval` to keep a function's parameter count.
  checks: { eval: false },
  experimental: { attachDebugInfo: 'none' },
})
/** Source maps are as large as the code and rarely read, so they are compressed. */
function compress(name: string): string {
  const path = join(distFolder, name)
  const { version, sources, mappings } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  writeFileSync(`${path}.br`, brotliCompressSync(JSON.stringify({ version, sources, mappings })))
  rmSync(path)
  return `${name}.br`
}

const { output } = await bundle.write({
  dir: distFolder,
  format: 'esm',
  // Read by stack-trace-source-maps.ts.
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  // oidc-provider uses class names as keys, and the log identifies errors by class name.
  keepNames: true,
  minify: { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true } },
  comments: false,
})
await bundle.close()

// A running server may still load files of the previous build.
const currentFiles = output.map(({ fileName }) => (fileName.endsWith('.map') ? compress(fileName) : fileName))
const retainedFiles = new Set([...currentFiles, ...previousFiles])
for (const name of readdirSync(distFolder))
  if (!retainedFiles.has(name)) rmSync(join(distFolder, name), { recursive: true })
writeFileSync(fileListPath, JSON.stringify(currentFiles))

// The build fills the code cache, because the server may lack write access to this folder.
const findChunkUrl = (source: string): string => {
  const file = output.find((one) => one.type === 'chunk' && one.moduleIds.includes(join(import.meta.dirname, source)))
  if (file === undefined) throw new Error(`${source} is in no file of the bundle.`)
  return pathToFileURL(join(distFolder, file.fileName)).href
}
const warmUpScript = [
  'src/platform/prepare-bundled-server-runtime.ts',
  'src/run-server-process.ts',
  'src/cli/cli-program.ts',
]
  .map((source) => `await import('${findChunkUrl(source)}')`)
  .join('\n')
const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', warmUpScript], {
  encoding: 'utf8',
})
if (status !== 0) throw new Error(`The bundle does not load: ${stderr}`)

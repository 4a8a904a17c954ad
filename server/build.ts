// Builds what the server runs from into server/dist: a bundle of the server and the command line (bundling, code splitting). It starts in a
// third of the time of the sources and in half of the memory: two thousand files are not found, read and stripped of types one by one.
// What is loaded when it is first used stands in files of its own. Run by itself: node server/build.ts
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuiltin } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import type { Plugin } from 'rolldown'
import { externalPackages } from './server-bundle-external-packages.ts'

/**
 * Parts of Node are asked for by a call. Node answers an `import` of one with every name that it has, and so loads what stands behind each:
 * all of undici for `http.WebSocket`, threads for a signal of `util`.
 */
const builtinsByCall: Plugin = {
  name: 'builtins by call',
  // What the bundler adds itself asks for `node:module`.
  resolveId: (name) => (isBuiltin(name) && name !== 'node:module' ? `\0builtin:${name}` : null),
  load: (id) =>
    id.startsWith('\0builtin:')
      ? `module.exports = process.getBuiltinModule('${id.slice('\0builtin:'.length)}')`
      : null,
}

const distFolder = join(import.meta.dirname, 'dist')
/** The names of what the last build wrote. */
const fileListPath = join(distFolder, '.files')
const previousFiles = existsSync(fileListPath) ? (JSON.parse(readFileSync(fileListPath, 'utf8')) as string[]) : []

const bundle = await rolldown({
  cwd: import.meta.dirname,
  input: { countersign: 'src/cli-main.ts', start: 'src/npm-start-entry.ts' },
  platform: 'node',
  external: externalPackages,
  plugins: [builtinsByCall],
  // A library of the protocol's does so, to keep the number of a function's parameters.
  checks: { eval: false },
  experimental: { attachDebugInfo: 'none' },
})
/** Maps are read when something went wrong, and are as large as the code: they lie there compressed, without the names that nobody reads. */
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
  // Read by stack-trace-source-maps.ts, where a stack is written; what the sources say stands in the sources.
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  // The protocol's library keeps things by the names of its classes, and the log tells errors by theirs.
  keepNames: true,
  minify: { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true } },
  comments: false,
})
await bundle.close()

// A server that runs from the last build may still load a part of it for the first time, until it is started anew.
const currentFiles = output.map(({ fileName }) => (fileName.endsWith('.map') ? compress(fileName) : fileName))
const retainedFiles = new Set([...currentFiles, ...previousFiles])
for (const name of readdirSync(distFolder))
  if (!retainedFiles.has(name)) rmSync(join(distFolder, name), { recursive: true })
writeFileSync(fileListPath, JSON.stringify(currentFiles))

// Whoever serves from here may not be allowed to write here: what Node makes of the files (prepare-bundled-server-runtime.ts) is kept now, by loading them once.
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

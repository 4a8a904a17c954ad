// Stacks of a bundle name the lines of its sources (source maps): whoever reads the log opens the file that they know. Node does so by itself
// when told to (--enable-source-maps), but reads and keeps every map at start, which is 60 MB; here a map is read when a stack is written, and let go.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

/** A place in a file; lines and columns begin with 1, as stacks have them. */
export interface SourceCodePosition {
  line: number
  column: number
}

/** What of a source map (ECMA-426) is needed to find a line. */
interface SourceMap {
  sources: string[]
  mappings: string
}

const base64Digits = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((digit, value) => [
    digit.charCodeAt(0),
    value,
  ]),
)
const [comma, semicolon] = [','.charCodeAt(0), ';'.charCodeAt(0)]

/**
 * Where a place of a bundled file comes from: the last mapping at or before it, on its line.
 * @returns null where no source is known for it
 */
export function mapToSourceCodePosition(
  { sources, mappings }: SourceMap,
  { line, column }: SourceCodePosition,
): ({ source: string } & SourceCodePosition) | null {
  // Every number but a column of the bundled file is told as the difference to the one before (ECMA-426 §9.2).
  const now = [0, 0, 0, 0, 0]
  let found: [source: number, line: number, column: number] | null = null
  let field = 0
  let value = 0
  let shift = 0
  let currentLine = 1
  for (let at = 0; at <= mappings.length && currentLine <= line; at += 1) {
    const code = at === mappings.length ? semicolon : mappings.charCodeAt(at)
    if (code === comma || code === semicolon) {
      if (currentLine === line && field > 0) {
        if ((now[0] ?? 0) >= column) break
        found = field === 1 ? null : [now[1] ?? 0, now[2] ?? 0, now[3] ?? 0]
      }
      field = 0
      if (code === semicolon) {
        currentLine += 1
        now[0] = 0
      }
      continue
    }
    const digit = base64Digits.get(code) ?? 0
    value += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    now[field] = (now[field] ?? 0) + (value & 1 ? -(value >>> 1) : value >>> 1)
    field += 1
    value = 0
    shift = 0
  }
  const source = found === null ? undefined : sources[found[0]]
  return found === null || source === undefined ? null : { source, line: found[1] + 1, column: found[2] + 1 }
}

/** Faults repeat themselves, and each place is looked for once. */
const maxCachedPositions = 2000

/**
 * Has the stacks of this process name the lines of the sources, where it runs from bundled files.
 * @param folder that the bundled files lie in, each with its map beside it, compressed (brotli)
 */
export function applySourceMapsToStackTraces(folder: string): void {
  const bundled = new RegExp(`${escape(pathToFileURL(join(folder, '/')).href)}([\\w.-]+\\.js):(\\d+):(\\d+)`, 'g')
  const known = new Map<string, string>()
  Error.prepareStackTrace = (error, calls) => {
    const maps = new Map<string, SourceMap | null>()
    const name = (place: string, file: string, line: string, column: string): string => {
      const before = known.get(place)
      if (before !== undefined) return before
      if (!maps.has(file)) maps.set(file, readSourceMap(join(folder, `${file}.map.br`)))
      const map = maps.get(file) ?? null
      const found = map === null ? null : mapToSourceCodePosition(map, { line: Number(line), column: Number(column) })
      const named =
        found === null ? place : `${pathToFileURL(resolve(folder, found.source)).href}:${found.line}:${found.column}`
      if (known.size < maxCachedPositions) known.set(place, named)
      return named
    }
    return [formatErrorTitle(error), ...calls.map((call) => `    at ${String(call).replace(bundled, name)}`)].join('\n')
  }
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A stack can be asked of anything that has been given one. */
function formatErrorTitle(error: unknown): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

/** Without its map a stack is still told, as it is. */
function readSourceMap(path: string): SourceMap | null {
  try {
    return JSON.parse(brotliDecompressSync(readFileSync(path)).toString()) as SourceMap
  } catch {
    return null
  }
}

// Reads source maps only for a stack trace; Node's --enable-source-maps keeps 60 MB in memory.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

/** Line and column start at 1. */
export interface SourceCodePosition {
  line: number
  column: number
}

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

export function mapToSourceCodePosition(
  { sources, mappings }: SourceMap,
  { line, column }: SourceCodePosition,
): ({ source: string } & SourceCodePosition) | null {
  // Numbers are relative to the previous ones, but columns restart on each line (ECMA-426 §9.2).
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

const maxCachedPositions = 2000

/** @param folder contains the bundled files, each with its compressed source map (brotli) */
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

/** Any value can have a stack, so converting it to text can throw. */
function formatErrorTitle(error: unknown): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

function readSourceMap(path: string): SourceMap | null {
  try {
    return JSON.parse(brotliDecompressSync(readFileSync(path)).toString()) as SourceMap
  } catch {
    return null
  }
}

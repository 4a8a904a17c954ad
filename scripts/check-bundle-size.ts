// Checks the gzipped size of what /sign-in loads; sign-in for an application loads the same code.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { interfaceLanguages } from '@countersign/api/interface-languages'
import { buildWebIfChanged } from './build-changed-bundles.ts'

const kB = 1000
const budgets = { code: 130 * kB, fonts: 60 * kB, fontFiles: 2 }

buildWebIfChanged()
const dist = join(import.meta.dirname, '../web/dist')

/** Static imports and style sheets, recursively, but no lazily loaded files. */
function filesOf(first: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (text: string, from: string): void => {
    for (const [, link] of text.matchAll(
      /(?:src|href)="(\/assets\/[^"]+)"|url\(["']?(\/assets\/[^"')]+|\.\/[^"')]+)["']?\)/g,
    ))
      if (link) add(link)
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) add(`${from}${name}`)
    for (const [, link] of text.matchAll(/url\(["']?(\/assets\/[^"')]+)["']?\)/g)) if (link) add(link)
  }
  const add = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    if (/\.(js|css|html)$/.test(path)) visit(readFileSync(join(dist, path), 'utf8'), '/assets/')
  }
  for (const path of first) add(path)
  return found
}

function sizeOf(path: string): number {
  const bytes = readFileSync(join(dist, path))
  return path.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length
}

function longest(form: string, count: number): string {
  const paths = globSync(`assets/${form}`, { cwd: dist }).map((path) => `/${path}`)
  if (paths.length !== count)
    throw new Error(`Expected ${count} files like ${form}, found ${paths.join(', ') || 'none'}.`)
  const [path = ''] = paths.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return path
}

const messages = ['common', 'sign-in'].map((name) => longest(`messages/*/*/${name}.js`, interfaceLanguages.length))
measure('/sign-in', ['sign-in.html', ...messages])

function measure(page: string, first: readonly string[]): void {
  const files = [...filesOf(first)]
  const code = files.filter((path) => /\.(js|css)$/.test(path))
  const fonts = files.filter((path) => path.endsWith('.woff2'))
  const sum = (paths: string[]): number => paths.reduce((total, path) => total + sizeOf(path), 0)
  for (const path of [...code, ...fonts]) console.log(`${String(sizeOf(path)).padStart(8)}  ${path}`)
  console.log(
    `${page} loads ${sum(code)} bytes of JavaScript and CSS (at most ${budgets.code}) and ${sum(fonts)} bytes of fonts in ${fonts.length} files (at most ${budgets.fonts} in ${budgets.fontFiles}).`,
  )
  if (code.length === 0 || sum(code) > budgets.code || sum(fonts) > budgets.fonts || fonts.length > budgets.fontFiles)
    process.exitCode = 1
}

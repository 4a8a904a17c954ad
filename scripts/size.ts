// Measures what /sign-in loads, as a browser receives it (gzip), against the budgets of the interface.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWeb } from './build-web.ts'

const kB = 1000
const budgets = { code: 100 * kB, fonts: 60 * kB, fontFiles: 2 }

await buildWeb()
const dist = join(import.meta.dirname, '../web/dist')

/** Every file that the document loads, directly or by a static import or a style sheet, but for what is loaded later. */
function filesOf(document: string): Set<string> {
  const found = new Set<string>()
  const visit = (text: string, from: string): void => {
    for (const [, link] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"|url\(["']?(\/assets\/[^"')]+|\.\/[^"')]+)["']?\)/g)) if (link) add(link)
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) add(`${from}${name}`)
    for (const [, link] of text.matchAll(/url\(["']?(\/assets\/[^"')]+)["']?\)/g)) if (link) add(link)
  }
  const add = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    if (/\.(js|css)$/.test(path)) visit(readFileSync(join(dist, path), 'utf8'), '/assets/')
  }
  visit(readFileSync(join(dist, document), 'utf8'), '/assets/')
  return found
}

function sizeOf(path: string): number {
  const bytes = readFileSync(join(dist, path))
  return path.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length
}

const files = [...filesOf('public.html')]
// The words of one language come as a chunk of their own; the longest counts.
const languages = readdirSync(join(dist, 'assets')).filter((name) => /^(en|de)-.*\.js$/.test(name)).map((name) => `/assets/${name}`)
if (languages.length !== 2) throw new Error(`Expected the words of two languages, found ${languages.join(', ') || 'none'}.`)
const longest = languages.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
if (longest !== undefined) files.push(longest)
const code = files.filter((path) => /\.(js|css)$/.test(path))
const fonts = files.filter((path) => path.endsWith('.woff2'))
const sum = (paths: string[]): number => paths.reduce((total, path) => total + sizeOf(path), 0)
for (const path of [...code, ...fonts]) console.log(`${String(sizeOf(path)).padStart(8)}  ${path}`)
console.log(`/sign-in loads ${sum(code)} bytes of JavaScript and CSS (at most ${budgets.code}) and ${sum(fonts)} bytes of fonts in ${fonts.length} files (at most ${budgets.fonts} in ${budgets.fontFiles}).`)
if (code.length === 0 || sum(code) > budgets.code || sum(fonts) > budgets.fonts || fonts.length > budgets.fontFiles) process.exit(1)

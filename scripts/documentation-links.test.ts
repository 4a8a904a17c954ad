// Every document leads where it says: links to files and to headings in them, and files that are named in passing. (Links to other sites are
// not followed: a test asks nobody.)
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const outside = (path: string): boolean => /(^|\/)(node_modules|dist|test-results)$/.test(path)

const documents = globSync('{*.md,docs/**/*.md,{*,packages/*}/README.md}', { cwd: root, exclude: outside }).sort()

/** A text without its examples: what stands in them is no link. */
const proseOf = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/^ {4}.*$/gm, '')

/** The anchors of the headings, as GitHub makes them: a heading that comes again is counted. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let again = 0
    while (anchors.has(again === 0 ? anchor : `${anchor}-${again}`)) again += 1
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`)
  }
  return anchors
}

test('the documents are found', () => {
  expect(documents).toContain('README.md')
  expect(documents).toContain('docs/guides/install.md')
  expect(documents.length).toBeGreaterThan(60)
})

// Nothing is published in a registry yet: who copies the line would get nothing, or the package of another.
test.each([...documents, 'scripts/release/server-readme.md'])(
  '%s says "once released" where it installs a package of ours by name',
  (document) => {
    const lines = read(document).split('\n')
    const byName = /npm (i|install|add) (@countersign\/|countersign\b)/
    expect(lines.filter((line) => byName.test(line) && !/once released/i.test(line))).toEqual([])
  },
)

test.each(documents)('every link of %s leads somewhere', (document) => {
  const links = [...proseOf(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const dead = links.filter((link) => {
    if (/^https?:\/\//.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? document : normalize(join(dirname(document), path))
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).has(anchor)
  })
  expect(dead).toEqual([])
})

const files = globSync('**/*.{ts,tsx,sol,mjs,css,md,json}', { cwd: root, exclude: outside })

/** Documents for who changes the code; guides name files that others have. */
const inside = documents.filter((path) => !/^(docs\/(guides|reference)\/|CHANGELOG)/.test(path))

test.each(inside)('every file that %s names in passing is there', (document) => {
  const named = [...proseOf(read(document)).matchAll(/`([\w./-]+\.(?:tsx?|sol|mjs|css))`/g)].map(
    ([, name = '']) => name,
  )
  expect(named.filter((name) => !files.some((path) => path === name || path.endsWith(`/${name}`)))).toEqual([])
})

// Tests that links in documents lead to existing files and headings, and that files named in the
// text exist. It does not follow links to other sites, because tests do not use the network.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const outside = (path: string): boolean => /(^|\/)(node_modules|dist|test-results)$/.test(path)

const documents = globSync('{*.md,docs/**/*.md,{*,packages/*,recipes/*}/README.md}', {
  cwd: root,
  exclude: outside,
}).sort()

/** Without code blocks, which contain no links. */
const proseOf = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/^ {4}.*$/gm, '')

/** Heading anchors as GitHub generates them: repeated headings are numbered. */
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

test('the documentation files are found', () => {
  expect(documents).toContain('README.md')
  expect(documents).toContain('docs/guides/install.md')
  expect(documents.length).toBeGreaterThan(60)
})

// The packages are not in a registry yet: the command would fail, or install another publisher's
// package.
test.each([...documents, 'scripts/release/server-readme.md'])(
  '%s says "once published" where it installs our packages by name',
  (document) => {
    const lines = read(document).split('\n')
    const byName = /npm (i|install|add) (@countersign\/|countersign\b)/
    expect(lines.filter((line) => byName.test(line) && !/once (the package is )?published/i.test(line))).toEqual([])
  },
)

test.each(documents)('every link in %s has an existing target', (document) => {
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

const inside = documents.filter((path) => !/^(docs\/(guides|reference)\/|CHANGELOG)/.test(path))

test.each(inside)('every file named in %s exists', (document) => {
  const named = [...proseOf(read(document)).matchAll(/`([\w./-]+\.(?:tsx?|sol|mjs|css))`/g)].map(
    ([, name = '']) => name,
  )
  expect(named.filter((name) => !files.some((path) => path === name || path.endsWith(`/${name}`)))).toEqual([])
})

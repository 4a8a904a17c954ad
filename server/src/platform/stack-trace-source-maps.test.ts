// Source lines in stack traces are the same as those that Node's own source map reader finds.
import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { mapToSourceCodePosition } from './stack-trace-source-maps.ts'

interface Map {
  version: number
  file: string
  sources: string[]
  sourcesContent: string[]
  names: string[]
  mappings: string
  sourceRoot: string
}

async function makeMap(): Promise<{ map: Map; code: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-map-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(
    join(folder, 'deep.ts'),
    `// Why it is here.\nexport function fail(word: string): never {\n\n  throw new Error(\`no \${word}\`)\n}\n`,
  )
  writeFileSync(
    join(folder, 'entry.ts'),
    `import { fail } from './deep.ts'\n\nexport const first = (): number => [1, 2].map((one) => one * 2).length\n\nexport function second(): void {\n  if (first() > 1) fail('wonder')\n}\n`,
  )
  const bundle = await rolldown({ cwd: folder, input: 'entry.ts' })
  const { output } = await bundle.generate({ sourcemap: true, minify: true })
  const [{ map, code }] = output
  return { map: map as unknown as Map, code }
}

test('mapped source positions match those of Node in the whole file', async () => {
  const { map, code } = await makeMap()
  const reference = new SourceMap(map)
  const lines = code.split('\n')
  let found = 0
  for (const [index, text] of lines.entries()) {
    for (let column = 1; column <= text.length; column += 1) {
      const entry = reference.findEntry(index, column - 1)
      // Code that the bundler adds has no source; Node assigns it to the code before it.
      const isAdded = text.lastIndexOf('export{') >= 0 && column > text.lastIndexOf('export{')
      const expected =
        !isAdded && 'originalSource' in entry && entry.generatedLine === index
          ? { source: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
          : null
      expect(mapToSourceCodePosition(map, { line: index + 1, column })).toEqual(expected)
      if (expected !== null) found += 1
    }
  }
  expect(found).toBeGreaterThan(100)
})

test('positions before the first mapping, past the last line or in a broken map are not mapped', () => {
  const map = { sources: ['a.ts'], mappings: ';IAAA,KAEE' }
  expect(mapToSourceCodePosition(map, { line: 1, column: 1 })).toBeNull()
  expect(mapToSourceCodePosition(map, { line: 2, column: 4 })).toBeNull()
  expect(mapToSourceCodePosition(map, { line: 2, column: 5 })).toEqual({ source: 'a.ts', line: 1, column: 1 })
  expect(mapToSourceCodePosition(map, { line: 2, column: 100 })).toEqual({ source: 'a.ts', line: 3, column: 3 })
  expect(mapToSourceCodePosition(map, { line: 3, column: 1 })).toBeNull()
  expect(mapToSourceCodePosition({ sources: [], mappings: 'AAAA' }, { line: 1, column: 1 })).toBeNull()
})

test('mapping a source position never throws, whatever the mappings text is', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.nat(5),
      fc.nat(50),
      (mappings, line, column) => void mapToSourceCodePosition({ sources: ['a.ts'], mappings }, { line, column }),
    ),
  )
})

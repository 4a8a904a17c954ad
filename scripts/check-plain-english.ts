// Fails if one of the four kinds of text has too many avoided words, and prints the worst files.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { avoidedWordRate, countAvoidedWords, extractTexts, textKinds } from './plain-english.ts'
import type { WordCount } from './plain-english.ts'

const maxPer10000Words = 12
const worstFilesShown = 5

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\0')
  .filter((path) => /\.(tsx?|m?js|md)$|^web\/src\/i18n\/messages\/en\/.*\.json$/.test(path))
  .filter((path) => path !== 'scripts/plain-english.ts' && existsSync(join(root, path)))

const counts = new Map(textKinds.map((kind) => [kind, new Map<string, WordCount>()]))
for (const path of files) {
  const texts = extractTexts(path, readFileSync(join(root, path), 'utf8'))
  for (const [kind, byFile] of counts) byFile.set(path, countAvoidedWords(texts[kind] ?? ''))
}

for (const [kind, byFile] of counts) {
  const all = [...byFile.values()]
  const total: WordCount = {
    words: all.reduce((sum, { words }) => sum + words, 0),
    avoided: all.flatMap(({ avoided }) => avoided),
  }
  const rate = avoidedWordRate(total)
  console.log(
    `${kind}: ${total.avoided.length} avoided words in ${total.words}, ${rate.toFixed(1)} per 10,000 (at most ${maxPer10000Words})`,
  )
  if (total.words === 0 || rate > maxPer10000Words) process.exitCode = 1
  const worst = [...byFile]
    .filter(([, { avoided }]) => avoided.length > 0)
    .toSorted(([, a], [, b]) => b.avoided.length - a.avoided.length)
  for (const [path, { avoided }] of worst.slice(0, worstFilesShown))
    console.log(`  ${String(avoided.length).padStart(4)}  ${path}: ${[...new Set(avoided)].slice(0, 8).join(', ')}`)
}

// A language is one line and two folders: a made-up one is added to a copy of the sources, and nothing else is touched.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWords } from './build-words.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'countersign-language-'))
const words = join(copy, 'web/src/words')
const messages = join(copy, 'api/src/messages')
/** What words are typed by. */
const rooms = ['api', 'message', 'proof', 'log', 'inspector']

beforeAll(() => {
  for (const path of ['web/src', 'web/tsconfig.json', 'tsconfig.base.json', ...rooms])
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (source) => !source.includes('node_modules'),
    })
  mkdirSync(join(copy, 'node_modules/@countersign'), { recursive: true })
  for (const room of rooms) symlinkSync(join(copy, room), join(copy, 'node_modules/@countersign', room))
  for (const found of ['@noble', '@scure', '@types', 'typebox', 'vite'])
    symlinkSync(join(root, 'node_modules', found), join(copy, 'node_modules', found))
  // The one line, and the two folders.
  change(join(copy, 'api/src/languages.ts'), "  de: 'Deutsch',\n", "  de: 'Deutsch',\n  qya: 'Quenya',\n")
  cpSync(join(words, 'de'), join(words, 'qya'), { recursive: true })
  cpSync(join(messages, 'de'), join(messages, 'qya'), { recursive: true })
  change(join(words, 'qya/errors.ts'), 'messages/de/', 'messages/qya/')
  change(join(words, 'qya/common.ts'), 'German', 'Quenya')
  change(join(words, 'qya/demand.ts'), 'ein Passkey', 'ósanwë')
})
afterAll(() => rmSync(copy, { recursive: true }))

test('it compiles, is listed, loaded and built', async () => {
  expect(await compile()).toBe('')
  const program = `
    import { languages } from '@countersign/api/languages'
    import { chooseLanguage, loadWords } from ${JSON.stringify(join(words, 'language.ts'))}
    const { chapters, words } = await loadWords(chooseLanguage(null, ['qya-ME']), ['signInPage'])
    console.log(JSON.stringify([languages, chapters.demand.ways.passkey, words.ui.cancel]))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: copy })
  expect(JSON.parse(stdout)).toEqual([['en', 'de', 'qya'], 'ósanwë', 'Abbrechen'])
  const { files } = await buildWords(words, ['en', 'de', 'qya'])
  expect(files.get('qya/sign-in-page.js')).toContain('ósanwë')
  expect([...files.keys()].filter((name) => name.startsWith('qya/'))).toHaveLength(
    [...files.keys()].filter((name) => name.startsWith('en/')).length,
  )
})

test('a word that it lacks does not compile', async () => {
  const undo = change(join(words, 'qya/ui.ts'), /^ {2}cancel: .*\n/m, '')
  expect(await compile()).toContain("qya/ui.ts(4,14): error TS2741: Property 'cancel' is missing")
  undo()
})

test('a chapter that it lacks does not compile', async () => {
  const undo = change(join(words, 'qya/catalogue.ts'), /^ {2}demand,\n/m, '')
  expect(await compile()).toContain("Property 'demand' is missing")
  undo()
})

test('an error that it lacks does not compile', async () => {
  const undo = change(join(messages, 'qya/errors.json'), '"stopping"', '"halting"')
  expect(await compile()).toContain("Property 'stopping' is missing")
  undo()
})

test('one that is listed and has no folder is not built', async () => {
  await expect(buildWords(words, ['en', 'tlh'])).rejects.toThrow(/ENOENT.*tlh/)
})

/** @returns puts it back as it was */
function change(path: string, from: string | RegExp, to: string): () => void {
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${path} has nothing like ${String(from)}.`)
  writeFileSync(path, changed)
  return () => writeFileSync(path, text)
}

/** What the compiler says of the new language's words. */
async function compile(): Promise<string> {
  const settings = { extends: './tsconfig.json', include: [], files: ['src/words/qya/catalogue.ts'] }
  writeFileSync(join(copy, 'web/tsconfig.one.json'), JSON.stringify(settings))
  const args = ['--noEmit', '--pretty', 'false', '-p', 'web/tsconfig.one.json']
  return run(join(root, 'node_modules/.bin/tsc'), args, { cwd: copy }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}

// Adding an interface language takes one line and two folders. These tests add them to a copy of
// the sources.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const copiedRoot = mkdtempSync(join(tmpdir(), 'countersign-language-'))
const messageFolders = [
  join(copiedRoot, 'web/src/i18n/messages'),
  join(copiedRoot, 'packages/api/src/messages'),
] as const
const workspaces = ['api', 'message', 'proof', 'log', 'inspector']

beforeAll(() => {
  for (const path of ['web', ...workspaces.map((name) => `packages/${name}`)])
    cpSync(join(root, path), join(copiedRoot, path), {
      recursive: true,
      filter: (source) => !/node_modules|\/dist/.test(source),
    })
  mkdirSync(join(copiedRoot, 'node_modules/@countersign'), { recursive: true })
  for (const name of workspaces)
    symlinkSync(join(copiedRoot, 'packages', name), join(copiedRoot, 'node_modules/@countersign', name))
  for (const name of ['@noble', '@scure', 'icu-minify', '@formatjs', 'typebox', 'vite'])
    symlinkSync(join(root, 'node_modules', name), join(copiedRoot, 'node_modules', name))
  replaceInFile(
    join(copiedRoot, 'packages/api/src/interface-languages.ts'),
    "  de: 'Deutsch',\n",
    "  de: 'Deutsch',\n  qya: 'Quenya',\n",
  )
  for (const folder of messageFolders) cpSync(join(folder, 'de'), join(folder, 'qya'), { recursive: true })
  replaceInFile(join(messageFolders[0], 'qya/sign-in.json'), 'ein Passkey', 'ósanwë')
})
afterAll(() => rmSync(copiedRoot, { recursive: true }))

test('a new interface language is listed, negotiated and built', async () => {
  const { emitted, ...result } = await buildCopiedMessages()
  expect(result).toEqual({ languages: ['en', 'de', 'qya'], chosen: 'qya' })
  const files = (language: string) =>
    Object.keys(emitted).flatMap((name) => name.match(`^assets/messages/[^/]+/${language}/(.*)`)?.[1] ?? [])
  expect(files('qya')).toEqual(files('en'))
  const signIn = Object.keys(emitted).find((name) => name.endsWith('qya/sign-in.js')) ?? ''
  expect(emitted[signIn]).toContain('ósanwë')
})

test('the build fails when a language lacks a message', async () => {
  const undo = replaceInFile(join(messageFolders[0], 'qya/common.json'), /^ {4}"cancel": .*\n/m, '')
  await expect(buildCopiedMessages()).rejects.toThrow(
    'The messages in qya are not those in English: - common: ui.cancel.',
  )
  undo()
})

test('the build fails when a language has missing or extra error texts', async () => {
  const undo = replaceInFile(join(messageFolders[1], 'qya/errors.json'), '"shutting_down"', '"halting"')
  await expect(buildCopiedMessages()).rejects.toThrow(
    /- common: errors\.server\.shutting_down\.title.*\+ common: errors\.server\.halting\.title/,
  )
  undo()
})

test('the build fails when a listed language has no message folder', async () => {
  rmSync(join(messageFolders[0], 'qya'), { recursive: true })
  await expect(buildCopiedMessages()).rejects.toThrow(/ENOENT.*qya/)
})

function replaceInFile(path: string, from: string | RegExp, to: string): () => void {
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${path} has nothing like ${String(from)}.`)
  writeFileSync(path, changed)
  return () => writeFileSync(path, text)
}

async function buildCopiedMessages(): Promise<{
  languages: string[]
  chosen: string
  emitted: Record<string, string>
}> {
  const program = `
    import { interfaceLanguages } from '@countersign/api/interface-languages'
    import { compileTranslationsVitePlugin } from ${JSON.stringify(join(copiedRoot, 'web/compile-translations.ts'))}
    import { chooseLanguage } from ${JSON.stringify(join(copiedRoot, 'web/src/i18n/browser-language-negotiation.ts'))}
    const emitted = {}
    const context = { environment: { mode: 'build' }, emitFile: ({ fileName, source }) => (emitted[fileName] = source) }
    compileTranslationsVitePlugin().buildStart.call(context)
    console.log(JSON.stringify({ languages: interfaceLanguages, chosen: chooseLanguage(null, ['qya-ME']), emitted }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: copiedRoot,
    maxBuffer: 8_000_000,
  })
  return JSON.parse(stdout) as Awaited<ReturnType<typeof buildCopiedMessages>>
}

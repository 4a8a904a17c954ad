// Builds the words of every language (message catalogues) apart from all code: a file for what a page begins with and for each further chapter,
// which needs nothing of the pages, so that it can be fetched by its name alone. No page has to carry a list of the files of all languages.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { alsoAlone, fileOf } from './src/words/files.ts'

export interface BuiltWords {
  /** The folder that they are served from, named after what is in it, so that browsers can keep them for ever. */
  folder: string
  /** Each file by its name within the folder, such as `en/account.js`. */
  files: ReadonlyMap<string, string>
}

/** Code of another room, which several chapters would share. */
const importsCode = /^import \{[^}]*\} from '@countersign\//m

/**
 * @param source the folder that has a folder for each language
 * @throws where a language has no catalogue
 */
export async function buildWords(source: string, languages: readonly string[]): Promise<BuiltWords> {
  const chapters = languages.flatMap((language) =>
    chaptersOf(join(source, language)).map((name) => [`${language}/${name}`, join(source, language, `${name}.ts`)]),
  )
  const withCode = chapters.filter(([, path = '']) => importsCode.test(readFileSync(path, 'utf8')))
  const entries = chapters.filter((chapter) => !withCode.includes(chapter))
  // Each by itself, so that it has what it imports within: a file of words is fetched by its name alone.
  const pages = languages.flatMap((language) =>
    globSync('*-page.ts', { cwd: join(source, language) }).map((file) => [
      `${language}/${file.replace('.ts', '')}`,
      join(source, language, file),
    ]),
  )
  const built = await Promise.all(
    [entries, ...[...withCode, ...pages].map((one) => [one])].map((some) => buildEntries(source, some)),
  )
  const files = new Map(built.flat().toSorted())
  const hash = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('base64url')
  return { folder: `assets/words/${hash.slice(0, 8)}`, files }
}

/** @returns name and code of each file */
async function buildEntries(source: string, entries: readonly string[][]): Promise<[string, string][]> {
  const built = await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(entries) as Record<string, string>,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  if (!('output' in built)) throw new Error('The words were not built as one output.')
  const shared = built.output.find((file) => file.type === 'chunk' && !file.isEntry)
  if (shared) throw new Error(`Words are shared by several files as ${shared.fileName}, which nothing would fetch.`)
  return built.output.flatMap((file): [string, string][] => (file.type === 'chunk' ? [[file.fileName, file.code]] : []))
}

/** The chapters that are fetched alone; whatever these need of each other is put into them. */
function chaptersOf(folder: string): string[] {
  const ofPages = new Set(globSync('*-page.ts', { cwd: folder }).flatMap((page) => madeFrom(join(folder, page))))
  for (const name of alsoAlone) ofPages.delete(fileOf(name))
  return madeFrom(join(folder, 'catalogue.ts')).filter((name) => !ofPages.has(name))
}

/** The chapters that a file is put together from. */
function madeFrom(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/ from '\.\/([a-z-]+)\.ts'/g)].map(([, name]) => name as string)
}

// What the libraries show others, and what is written above each: read from the sources, so that a name without documents is found.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listPublicEntryPoints } from '../published-package-manifest.ts'
import type { PackageManifest } from '../published-package-manifest.ts'

/** One name that others may import, once for each file that it can come from: a condition may choose between two. */
export interface LibraryExport {
  /** As it is imported: @countersign/message/message-error-catalog */
  readonly entry: string
  readonly name: string
  readonly file: string
  /** The comment above it; empty where there is none. */
  readonly comment: string
}

/** Everything that a library exports, in the order of its entries and their lines. */
export function listLibraryExports(library: string): LibraryExport[] {
  const manifest = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as PackageManifest
  return listPublicEntryPoints(manifest).flatMap(([entry, file]) =>
    exportsOf(join(library, file), library, manifest).map((found) => ({
      ...found,
      entry: manifest.name + entry.slice(1),
    })),
  )
}

type Found = Omit<LibraryExport, 'entry'>

function exportsOf(file: string, library: string, manifest: PackageManifest): Found[] {
  const text = readFileSync(file, 'utf8')
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'$/gm)].flatMap(
    ([, names = '', target = '']) => {
      const wanted = names.split(',').map((name) => name.trim())
      const files = target.startsWith('#')
        ? Object.values(manifest.imports?.[target] ?? {}).map((path) => join(library, path))
        : [join(dirname(file), target)]
      return files.flatMap((other) => declarationsIn(other).filter(({ name }) => wanted.includes(name)))
    },
  )
  return passedOn.length > 0 ? passedOn : declarationsIn(file)
}

function declarationsIn(file: string): Found[] {
  const text = readFileSync(file, 'utf8')
  const form = /(\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm
  return [...text.matchAll(form)].map(([, comment = '', name = '']) => ({ name, file, comment }))
}

/** The examples in a comment: the code of each block after `@example`. */
export const extractCodeExamplesFromComment = (comment: string): string[] =>
  [...comment.matchAll(/^ \* @example\n \* ```ts\n((?: \*.*\n)*?) \* ```$/gm)].map(([, code = '']) =>
    code.replaceAll(/^ \* ?/gm, ''),
  )

/** The code in a document. */
export const extractMarkdownCodeBlocks = (markdown: string): string[] =>
  [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)

/** Code in which each line `a // => b` makes sure that a is b. */
export const convertResultCommentsToAssertions = (code: string): string =>
  code.replaceAll(/^( *)(.+) \/\/ => (.+)$/gm, '$1same($2, $3)')

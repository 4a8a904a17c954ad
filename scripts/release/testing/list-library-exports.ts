// Lists the libraries' exports with their doc comments. It reads the sources, so it also finds
// undocumented names.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listPublicEntryPoints } from '../published-package-manifest.ts'
import type { PackageManifest } from '../published-package-manifest.ts'

/**
 * One export. It is listed once per file that it can come from, because a condition may choose
 * between two files.
 */
export interface LibraryExport {
  /** As imported: @countersign/message/message-error-catalog */
  readonly entry: string
  readonly name: string
  readonly file: string
  /** The doc comment; empty if there is none. */
  readonly comment: string
}

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

/** The code blocks after `@example`. */
export const extractCodeExamplesFromComment = (comment: string): string[] =>
  [...comment.matchAll(/^ \* @example\n \* ```tsx?\n((?: \*.*\n)*?) \* ```$/gm)].map(([, code = '']) =>
    code.replaceAll(/^ \* ?/gm, ''),
  )

export const extractMarkdownCodeBlocks = (markdown: string): string[] =>
  [...markdown.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = '']) => code)

/** Turns each line of the form `a // => b` into an assertion that a equals b. */
export const convertResultCommentsToAssertions = (code: string): string =>
  code.replaceAll(/^( *)(.+) \/\/ => (.+)$/gm, '$1same($2, $3)')

// Puts the words of every language into a build, and leads the one place that fetches them there. In development and in tests, that place
// imports their sources as it says.
import { join } from 'node:path'
import { languages } from '@countersign/api/languages'
import type { Plugin } from 'vite'
import { buildWords } from './build-words.ts'

const source = join(import.meta.dirname, 'src/words')
const loader = join(import.meta.dirname, 'src/load-part.ts')
const fetching = 'import(`./${language}/${file}.ts`)'

/**
 * The Vite plugin that does so.
 * @param isEmitted whether this build has the files; one beside it finds them where that puts them
 */
export function emitWords({ isEmitted }: { isEmitted: boolean }): Plugin {
  let folder = ''
  return {
    name: 'emit-words',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const built = await buildWords(source, languages)
      folder = built.folder
      if (!isEmitted) return
      for (const [name, code] of built.files)
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: code })
    },
    transform(code, id) {
      if (id !== join(source, 'language.ts')) return null
      if (!code.includes(fetching)) throw new Error(`${id} does not fetch words by ${fetching}.`)
      const path = `\`/${folder}/\${language}/\${file}.js\``
      const loading = `loadPart(() => import(/* @vite-ignore */ ${path}), [${path}])`
      return `import { loadPart } from ${JSON.stringify(loader)}\n${code.replace(fetching, () => loading)}`
    },
  }
}

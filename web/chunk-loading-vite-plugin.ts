// Has the parts of a page that are fetched later loaded by src/ui/load-chunk.ts, in the place of the helper that Vite adds
// to every page: that one fetches the same files in a way that makes a failure final.
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const vitePreloadHelper = '\0vite/preload-helper.js'
const chunkLoaderFile = join(import.meta.dirname, 'src/ui/load-chunk.ts')

/** The Vite plugin that does so. */
export function chunkLoadingVitePlugin(): Plugin {
  let base = '/'
  const imports = new Map<string, readonly string[]>()
  /** A chunk and all that it imports, which a browser has loaded before the chunk runs; nothing for what is no chunk. */
  const withImports = (file: string, found = new Set<string>()): Set<string> => {
    const imported = imports.get(file)
    if (imported === undefined || found.has(file)) return found
    found.add(file)
    for (const one of imported) withImports(one, found)
    return found
  }
  return {
    name: 'preload-modules',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // The part's own file as well, which Vite leaves out where it imports no other.
          resolveDependencies: (own, files, { hostId, hostType }) => {
            if (hostType === 'html') return files
            const loaded = withImports(hostId)
            return [...withImports(own)].filter((file) => !loaded.has(file))
          },
        },
      },
    }),
    configResolved: (config) => void (base = config.base),
    load: (id) =>
      id === vitePreloadHelper
        ? `import { loadChunk } from ${JSON.stringify(chunkLoaderFile)}
export const __vitePreload = (load, files = []) => loadChunk(load, files.map((file) => ${JSON.stringify(base)} + file))`
        : null,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      for (const chunk of chunks) imports.set(chunk.fileName, chunk.imports)
      const sheets = chunks.flatMap((file) => (file.isDynamicEntry ? [...(file.viteMetadata?.importedCss ?? [])] : []))
      if (sheets.length > 0)
        throw new Error(
          `A part that is fetched later has a style sheet of its own, which nothing would load: ${sheets.join(', ')}`,
        )
    },
  }
}

// Vite plugin that replaces Vite's preload helper, with which a failed chunk never loads again.
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const vitePreloadHelper = '\0vite/preload-helper.js'
const chunkLoaderFile = join(import.meta.dirname, 'src/ui/load-chunk.ts')

export function chunkLoadingVitePlugin(): Plugin {
  let base = '/'
  const imports = new Map<string, readonly string[]>()
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
          // Includes the chunk itself, which Vite omits if the chunk has no imports.
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

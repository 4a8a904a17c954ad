// Puts a seeded fault into the server's sources as they are loaded (mutation testing of the simulation): the faults are those of the history checker,
// and nothing is built or copied for it. Call it before anything of the server is imported.
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { changedFiles, readFault } from '../history/faulty-server.ts'

const root = join(import.meta.dirname, '../../..')

/** From now on the server is loaded with what is wrong. @returns the files that it changes */
export function putInFault(name: string): string[] {
  const changed = changedFiles(readFault(name))
  const sources = new Map([...changed].map(([file, text]) => [pathToFileURL(join(root, file)).href, text]))
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const source = sources.get(url)
      return source === undefined ? loaded : { ...loaded, source }
    },
  })
  return [...changed.keys()]
}

// Retry for code splitting: a part of a page that could not be fetched once can be fetched later. Chromium keeps a
// module that failed to load, and all that import it, as failed as long as the document lives (HTML §8.1.4, module map).
// So the files are fetched into the HTTP cache first, and imported only once all of them are there.
import type { HttpConnectionProblemCode } from '../api/api-http-client.ts'

const fetchedFiles = new Map<string, Promise<unknown>>()
let isReloadNeeded = false

/**
 * Time before the second attempt. Firefox cancels the requests of a page when navigation starts, but runs its scripts
 * until the next page arrives; no error should appear in between.
 */
const retryDelayMilliseconds = 1_000

/**
 * @param load imports the part
 * @param files its own file and those that it imports and this page has not loaded; none where another call has them
 * @param isAgain whether this is the second attempt
 * @throws what the second attempt threw, or the first if the server answered it
 */
export async function loadChunk<Part>(
  load: () => Promise<Part>,
  files: readonly string[],
  isAgain?: boolean,
): Promise<Part> {
  if (!files.length) return load()
  let areFetched = false
  try {
    await Promise.all(files.map(fetchFileOnce))
    areFetched = true
    return await load()
  } catch (error) {
    if (!isAgain && error instanceof TypeError) {
      await new Promise((resolve) => setTimeout(resolve, retryDelayMilliseconds))
      return loadChunk(load, files, true)
    }
    isReloadNeeded ||= areFetched
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  }
}

function fetchFileOnce(path: string): Promise<unknown> {
  const fetching = fetchedFiles.get(path) ?? fetchFile(path)
  fetchedFiles.set(path, fetching)
  return fetching
}

async function fetchFile(path: string): Promise<void> {
  try {
    const answer = await fetch(path)
    // A body that is not read to its end is not cached.
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status} ${path}`)
  } catch (error) {
    fetchedFiles.delete(path)
    throw error
  }
}

/** Tries again; by a new document where a file could be fetched and still not be imported, which this one cannot undo. */
export const retryChunkLoad = (again: () => void): void => (isReloadNeeded ? location.reload() : again())

/** Why a part could not be loaded just now. */
export const getChunkLoadProblemCode = (): HttpConnectionProblemCode =>
  navigator.onLine ? 'network.unreachable' : 'network.offline'

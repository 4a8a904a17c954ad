// Chromium caches failed module loads (HTML §8.1.4, module map), so files are fetched first.
import type { HttpConnectionProblemCode } from '../api/api-http-client.ts'

const fetchedFiles = new Map<string, Promise<unknown>>()
let isReloadNeeded = false

/** On navigation, Firefox cancels requests but still runs scripts; no error should flash then. */
const retryDelayMilliseconds = 1_000

/**
 * @param files the chunk and its imports that are not loaded yet; empty if another call loads them
 * @throws the error of the second attempt, or of the first if the server responded
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
    // A body that is not read completely is not cached.
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status} ${path}`)
  } catch (error) {
    fetchedFiles.delete(path)
    throw error
  }
}

/** Reloads the document if a file was fetched but failed to import, which cannot be undone here. */
export const retryChunkLoad = (again: () => void): void => (isReloadNeeded ? location.reload() : again())

export const getChunkLoadProblemCode = (): HttpConnectionProblemCode =>
  navigator.onLine ? 'network.unreachable' : 'network.offline'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const asked: string[] = []
let answers: (path: string) => Response

beforeEach(() => {
  vi.resetModules()
  asked.length = 0
  answers = () => new Response('')
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return answers(path)
  })
  vi.stubGlobal('dispatchEvent', vi.fn())
  vi.stubGlobal('location', { reload: vi.fn() })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('imports a chunk after all its files are loaded and fetches each file once', async () => {
  const { loadChunk } = await import('./load-chunk.ts')
  const load = vi.fn(async () => ({ value: 1 }))
  expect(await loadChunk(load, ['/a.js', '/shared.js'])).toEqual({ value: 1 })
  await loadChunk(load, ['/b.js', '/shared.js'])
  expect(asked).toEqual(['/a.js', '/shared.js', '/b.js'])
  expect(dispatchEvent).not.toHaveBeenCalled()
})

test('does not import a chunk while a shared file fails, and refetches only that file', async () => {
  const { loadChunk, retryChunkLoad } = await import('./load-chunk.ts')
  const load = vi.fn(async () => ({ value: 1 }))
  answers = (path) => new Response('', { status: path === '/shared.js' ? 503 : 200 })
  await expect(loadChunk(load, ['/a.js', '/shared.js'])).rejects.toThrow('503 /shared.js')
  expect(load).not.toHaveBeenCalled()
  expect(dispatchEvent).toHaveBeenCalledOnce()

  answers = () => new Response('')
  expect(await loadChunk(load, ['/a.js', '/shared.js'])).toEqual({ value: 1 })
  expect(asked).toEqual(['/a.js', '/shared.js', '/shared.js'])
  const again = vi.fn()
  retryChunkLoad(again)
  expect(again).toHaveBeenCalledOnce()
})

test('retries a failed chunk request or import once, after one second', async () => {
  vi.useFakeTimers()
  const { loadChunk } = await import('./load-chunk.ts')
  const noAnswer = () => {
    throw new TypeError('NetworkError when attempting to fetch resource.')
  }
  answers = () => (asked.length === 1 ? noAnswer() : new Response(''))
  const load = vi.fn(async () => ({ value: 1 }))
  load.mockRejectedValueOnce(new TypeError('error loading dynamically imported module: /b.js'))
  const loading = [loadChunk(async () => ({ value: 0 }), ['/a.js']), loadChunk(load, ['/b.js'])]
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).toEqual(['/a.js', '/b.js'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(loading)).toEqual([{ value: 0 }, { value: 1 }])
  expect(asked).toEqual(['/a.js', '/b.js', '/a.js'])
  expect(dispatchEvent).not.toHaveBeenCalled()

  answers = noAnswer
  await Promise.all([
    expect(loadChunk(load, ['/c.js'])).rejects.toThrow('NetworkError'),
    vi.advanceTimersByTimeAsync(1_000),
  ])
  expect(asked.slice(3)).toEqual(['/c.js', '/c.js'])
  expect(dispatchEvent).toHaveBeenCalledOnce()
})

test('a manual retry reloads the page when loaded files still cannot be imported', async () => {
  vi.useFakeTimers()
  const { loadChunk, retryChunkLoad } = await import('./load-chunk.ts')
  const load = async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js'))
  await Promise.all([expect(loadChunk(load, ['/a.js'])).rejects.toThrow('/a.js'), vi.advanceTimersByTimeAsync(1_000)])
  const again = vi.fn()
  retryChunkLoad(again)
  expect(again).not.toHaveBeenCalled()
  expect(location.reload).toHaveBeenCalledOnce()
})

test('a chunk load without files neither fetches nor reports errors', async () => {
  const { loadChunk } = await import('./load-chunk.ts')
  await expect(loadChunk(() => Promise.reject(new Error('gone')), [])).rejects.toThrow('gone')
  expect(asked).toEqual([])
  expect(dispatchEvent).not.toHaveBeenCalled()
})

// Retry of parts that are fetched later, with a network that answers as a test says.
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

afterEach(() => vi.unstubAllGlobals())

test('a part is imported once all of its files are there, and each file is fetched once', async () => {
  const { loadPart } = await import('./load-part.ts')
  const load = vi.fn(async () => ({ value: 1 }))
  expect(await loadPart(load, ['/a.js', '/shared.js'])).toEqual({ value: 1 })
  await loadPart(load, ['/b.js', '/shared.js'])
  expect(asked).toEqual(['/a.js', '/shared.js', '/b.js'])
  expect(dispatchEvent).not.toHaveBeenCalled()
})

test('a part is not imported as long as a file that it shares cannot be fetched, and that one alone is fetched again', async () => {
  const { loadPart, retryPart } = await import('./load-part.ts')
  const load = vi.fn(async () => ({ value: 1 }))
  answers = (path) => new Response('', { status: path === '/shared.js' ? 503 : 200 })
  await expect(loadPart(load, ['/a.js', '/shared.js'])).rejects.toThrow('503 /shared.js')
  expect(load).not.toHaveBeenCalled()
  expect(dispatchEvent).toHaveBeenCalledOnce()

  answers = () => new Response('')
  expect(await loadPart(load, ['/a.js', '/shared.js'])).toEqual({ value: 1 })
  expect(asked).toEqual(['/a.js', '/shared.js', '/shared.js'])
  const again = vi.fn()
  retryPart(again)
  expect(again).toHaveBeenCalledOnce()
})

test('where files are there and still cannot be imported, trying again loads the document', async () => {
  const { loadPart, retryPart } = await import('./load-part.ts')
  const load = async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js'))
  await expect(loadPart(load, ['/a.js'])).rejects.toThrow('/a.js')
  const again = vi.fn()
  retryPart(again)
  expect(again).not.toHaveBeenCalled()
  expect(location.reload).toHaveBeenCalledOnce()
})

test('a call without files leaves fetching and reporting to the one around it', async () => {
  const { loadPart } = await import('./load-part.ts')
  await expect(loadPart(() => Promise.reject(new Error('gone')), [])).rejects.toThrow('gone')
  expect(asked).toEqual([])
  expect(dispatchEvent).not.toHaveBeenCalled()
})

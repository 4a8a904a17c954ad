// Tests that the hash is correct before the WebAssembly code is compiled, and in Node versions that
// cannot compile it.
import { keccak_256 as reference } from '@noble/hashes/sha3.js'
import { expect, onTestFinished, test, vi } from 'vitest'

async function load(): Promise<typeof import('./keccak256.node.ts')> {
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  return import('./keccak256.node.ts')
}

const bytes = new TextEncoder().encode('a text')

test('keccak256 is correct before and after WebAssembly compilation', async () => {
  const { keccak256, keccakWasmReady } = await load()
  expect(keccak256(bytes)).toEqual(reference(bytes))
  expect(await keccakWasmReady).toBe(true)
  expect(keccak256(bytes)).toEqual(reference(bytes))
})

test('keccak256 is correct without WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  const { keccak256, keccakWasmReady } = await load()
  expect(await keccakWasmReady).toBe(false)
  expect(keccak256(bytes)).toEqual(reference(bytes))
})

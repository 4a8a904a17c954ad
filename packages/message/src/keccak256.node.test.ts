// The hash is right from the first moment on: before the compiled code is there, and where it never comes.
import { keccak_256 as reference } from '@noble/hashes/sha3.js'
import { expect, onTestFinished, test, vi } from 'vitest'

/** The module as a process that has just started has it. */
async function load(): Promise<typeof import('./keccak256.node.ts')> {
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  return import('./keccak256.node.ts')
}

const bytes = new TextEncoder().encode('a text')

test('before the compiled code is there, and once it is', async () => {
  const { keccak256, keccakWasmReady } = await load()
  expect(keccak256(bytes)).toEqual(reference(bytes))
  expect(await keccakWasmReady).toBe(true)
  expect(keccak256(bytes)).toEqual(reference(bytes))
})

test('where there is no WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  const { keccak256, keccakWasmReady } = await load()
  expect(await keccakWasmReady).toBe(false)
  expect(keccak256(bytes)).toEqual(reference(bytes))
})

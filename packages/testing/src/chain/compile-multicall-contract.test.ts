import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compiledMulticallFilePath, compileMulticallContract } from './compile-multicall-contract.ts'

test('the code with which the server asks contracts is what the compiler makes of its source', () => {
  expect(readFileSync(compiledMulticallFilePath, 'utf8')).toBe(compileMulticallContract())
})

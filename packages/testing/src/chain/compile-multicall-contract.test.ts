import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compiledMulticallFilePath, compileMulticallContract } from './compile-multicall-contract.ts'

test('the compiled multicall contract matches its source', () => {
  expect(readFileSync(compiledMulticallFilePath, 'utf8')).toBe(compileMulticallContract())
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { multicallCodeFile, compileMulticall } from './compile-multicall.ts'

test('the code with which the server asks contracts is what the compiler makes of its source', () => {
  expect(readFileSync(multicallCodeFile, 'utf8')).toBe(compileMulticall())
})

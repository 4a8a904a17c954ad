import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askCodeFile, compileAsk } from './compile-ask.ts'

test('the code with which the server asks contracts is what the compiler makes of its source', () => {
  expect(readFileSync(askCodeFile, 'utf8')).toBe(compileAsk())
})

// What is kept compiled cannot come to differ from the sources.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileTestContracts } from './compile-test-contracts.ts'
import { compiledTestContractsFilePath } from './smart-contract-fixtures.ts'

test(
  'compiled.json is what the contracts compile to; "node packages/testing/src/chain/compile-test-contracts.ts" makes it anew',
  { timeout: 240_000 },
  () => {
    // `expect` on the texts themselves would print 100 kB.
    expect(readFileSync(compiledTestContractsFilePath, 'utf8') === compileTestContracts()).toBe(true)
  },
)

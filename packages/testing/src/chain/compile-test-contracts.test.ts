// Tests that the compiled contracts match their sources.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileTestContracts } from './compile-test-contracts.ts'
import { compiledTestContractsFilePath } from './smart-contract-fixtures.ts'

test(
  'compiled.json is up to date; to update it, run "node packages/testing/src/chain/compile-test-contracts.ts"',
  { timeout: 240_000 },
  () => {
    // The texts are compared here, because `expect` would print 100 kB.
    expect(readFileSync(compiledTestContractsFilePath, 'utf8') === compileTestContracts()).toBe(true)
  },
)

// Compiles the test contracts into compiled.json, because the compiler is slow to start. Run this
// after every change to a contract: `node packages/testing/src/chain/compile-test-contracts.ts`.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { compiledTestContractsFilePath } from './smart-contract-fixtures.ts'

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

const folder = join(import.meta.dirname, 'contracts')
const require = createRequire(import.meta.url)

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  // The hash of the source is left out, so that the bytecode changes only if the contract does.
  metadata: { appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

export function compileTestContracts(): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sol'))
  const sources = Object.fromEntries(files.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }]))
  const solc = require('solc') as { compile: (input: string, callbacks: object) => string }
  const find = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), { import: find }),
  ) as CompilerOutput
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const contracts = files.flatMap((name) => Object.entries(output.contracts[name] ?? {}))
  const kept = contracts.map(
    ([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` as Hex }] as const,
  )
  return `${JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), null, 1)}\n`
}

if (import.meta.main) writeFileSync(compiledTestContractsFilePath, compileTestContracts())

// Compiles server/src/chains/reader/multicall.sol. Run this after every change to that file: `node
// packages/testing/src/chain/compile-multicall-contract.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface CompilerOutput {
  errors?: { formattedMessage: string }[]
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

const folder = join(import.meta.dirname, '../../../../server/src/chains/reader')

export const compiledMulticallFilePath = join(folder, 'multicall-bytecode.ts')

const settings = {
  optimizer: { enabled: true, runs: 200 },
  viaIR: true,
  // Avoids opcodes that some chains do not have.
  evmVersion: 'paris',
  // The hash of the source is left out, so that the bytecode changes only if the contract does.
  metadata: { appendCBOR: false },
  outputSelection: { '*': { Multicall: ['evm.bytecode.object'] } },
}

/** Returns the TypeScript file with the bytecode. @throws on compiler errors and warnings */
export function compileMulticallContract(): string {
  const solc = createRequire(import.meta.url)('solc') as { compile: (input: string) => string }
  const sources = { 'multicall.sol': { content: readFileSync(join(folder, 'multicall.sol'), 'utf8') } }
  const { errors = [], contracts } = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  ) as CompilerOutput
  const code = contracts?.['multicall.sol']?.['Multicall']?.evm.bytecode.object
  if (errors.length > 0 || code === undefined)
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const lines = code.match(/.{1,128}/g) ?? []
  return [
    '// Made by `node packages/testing/src/chain/compile-multicall-contract.ts` from multicall.sol; do not change it by hand.',
    '',
    '/** The bytecode of the contract as hexadecimal digits. The calls that it makes are appended to it. */',
    'export const multicallBytecode =',
    ...lines.map((line, index) => `  '${line}'${index < lines.length - 1 ? ' +' : ''}`),
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(compiledMulticallFilePath, compileMulticallContract())

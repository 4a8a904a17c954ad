// Compiles the contract with which the server asks contracts (server/src/chains/reader/multicall.sol) into the code that it sends. Here,
// because the compiler belongs to the tests. Run after every change of the contract: `node packages/testing/src/chain/compile-multicall-contract.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface CompilerOutput {
  errors?: { formattedMessage: string }[]
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

const folder = join(import.meta.dirname, '../../../../server/src/chains/reader')

/** Where the compiled code is kept. */
export const compiledMulticallFilePath = join(folder, 'multicall-bytecode.ts')

const settings = {
  optimizer: { enabled: true, runs: 200 },
  viaIR: true,
  // No instruction that a chain may not have yet.
  evmVersion: 'paris',
  // Without the hash of the source at its end, the code changes only where the contract does.
  metadata: { appendCBOR: false },
  outputSelection: { '*': { Multicall: ['evm.bytecode.object'] } },
}

/**
 * Compiles the contract to the text of multicall-bytecode.ts.
 * @throws with the compiler's words, also where it only warns
 */
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
    '/** The contract that asks, as hexadecimal digits; what it is to ask follows. */',
    'export const multicallBytecode =',
    ...lines.map((line, index) => `  '${line}'${index < lines.length - 1 ? ' +' : ''}`),
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(compiledMulticallFilePath, compileMulticallContract())

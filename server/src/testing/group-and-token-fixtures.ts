// Groups for tests, and tokens on a fake chain that decide membership.
import type { Hex } from '@countersign/proof/chain-reader'
import { validateGroupDefinition } from '../groups/membership/validate-group-definition.ts'
import { addGroup } from '../groups/membership/manage-groups.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { FakeChain } from './fake-chains.ts'
import type { TestServer } from './countersign-test-server.ts'

export const testTokenAddress = '0x00000000000000000000000000000000000070ce'

export async function addTestGroup(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  id: string,
  rule: unknown,
): Promise<void> {
  const checked = validateGroupDefinition({ id, name: `Group ${id}`, rule })
  if (checked.outcome !== 'valid') throw new Error(JSON.stringify(checked))
  const outcome = await addGroup(
    { queries: database.queries, random: systemRandomBytes },
    checked.definition,
    clock.now,
  )
  if (outcome !== 'added') throw new Error(`There is a group ${id} already`)
}

export const encodeAbiWordForTests = (value: bigint | number): Hex => `0x${value.toString(16).padStart(64, '0')}`

export const encodeAbiString = (text: string): Hex => {
  const bytes = Buffer.from(text)
  const padded = bytes.toString('hex').padEnd(64 * Math.ceil(bytes.length / 32), '0')
  return `0x${encodeAbiWordForTests(32).slice(2)}${encodeAbiWordForTests(bytes.length).slice(2)}${padded}`
}

export interface TestTokenMetadata {
  symbol: string
  name: string
  decimals: number
}

/** Deploys an ERC-20 token. @returns balances by address, which tests can change */
export function deployTestToken(
  chain: FakeChain,
  address = testTokenAddress,
  token?: TestTokenMetadata,
): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  const said: Readonly<Record<string, Hex>> =
    token === undefined
      ? {}
      : {
          '0x95d89b41': encodeAbiString(token.symbol),
          '0x06fdde03': encodeAbiString(token.name),
          '0x313ce567': encodeAbiWordForTests(token.decimals),
          '0x18160ddd': encodeAbiWordForTests(1n),
        }
  chain.deploy(address, (data) =>
    data.startsWith('0x70a08231')
      ? encodeAbiWordForTests(balances.get(`0x${data.slice(34)}`) ?? 0n)
      : (said[data] ?? null),
  )
  return balances
}

import { describe, expect, test } from 'vitest'
import { readChains, showChains } from './chain-settings.ts'
import { readSettings, SettingsFault } from './settings.ts'

const read = (...chains: unknown[]) => readChains(JSON.stringify(chains))
const base = { id: 8453, rpc: 'https://node.example/v1/secret-key' }

/** What is told of a configuration that is refused. */
function faultOf(environment: Record<string, string>, file?: unknown): string {
  try {
    readSettings(environment, file)
  } catch (error) {
    if (error instanceof SettingsFault) return error.message
    throw error
  }
  throw new Error('It was not refused.')
}

describe('a chain', () => {
  test('needs an id and a node; the rest is as most want it', () => {
    expect(read(base)?.map(({ factories, ...rest }) => ({ ...rest, factories: factories.length }))).toEqual([
      { id: '8453', name: 'Base', rpc: ['https://node.example/v1/secret-key'], quorum: 1, allowDelegates: false, staleSeconds: 600, ensRegistry: null, factories: 4 },
    ])
    expect(read({ ...base, id: '1' })?.[0]).toMatchObject({ id: '1', name: 'Ethereum', ensRegistry: '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e' })
    expect(read({ ...base, id: 31_337 })?.[0]?.name).toBe('Chain 31337')
    expect([readChains(''), readChains('[]')]).toEqual([[], []])
  })

  test('S6 has its factories in lower case, as they are compared', () => {
    expect(read({ ...base, factories: ['0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842'] })?.[0]?.factories).toEqual(['0xba5ed110efdba3d005bfc882d75358acbbb85842'])
    expect(read({ ...base, factories: [] })?.[0]?.factories).toEqual([])
  })

  test.each([
    ['without an id', { rpc: base.rpc }],
    ['of another network than a number names', { ...base, id: 'base' }],
    ['with the id 0', { ...base, id: 0 }],
    ['with an id in hexadecimal digits', { ...base, id: '0x2105' }],
    ['with an id beyond counting', { ...base, id: '9007199254740993' }],
    ['without a node', { id: 1 }],
    ['with no node', { ...base, rpc: [] }],
    ['with a node that is no address', { ...base, rpc: 'node.example' }],
    ['with a node that is a file', { ...base, rpc: 'file:///etc/passwd' }],
    ['with a socket', { ...base, rpc: 'wss://node.example/' }],
    ['with one node twice', { ...base, rpc: [base.rpc, base.rpc] }],
    ['with a quorum of more nodes than there are', { ...base, quorum: 2 }],
    ['with a quorum of nobody', { ...base, quorum: 0 }],
    ['with half a quorum', { ...base, rpc: [base.rpc, 'https://other.example/'], quorum: 1.5 }],
    ['with a factory that is no address', { ...base, factories: ['0x12'] }],
    ['with delegates that are allowed by a word', { ...base, allowDelegates: 'true' }],
    ['with a member that there is not', { ...base, allowdelegates: true }],
    ['with a name that a terminal would obey', { ...base, name: 'Base\u001b[31m' }],
    ['that is none', null],
    ['that is a list', []],
  ])('%s is refused', (_name, chain) => {
    expect(read(chain)).toBeUndefined()
  })

  test('is there once, among no more than fifty', () => {
    expect(read(base, { ...base, id: '8453' })).toBeUndefined()
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...base, id: index + 1 }))
    expect([read(...many(50))?.length, read(...many(51))]).toEqual([50, undefined])
    expect([readChains('{}'), readChains('[{]'), readChains('null')]).toEqual([undefined, undefined, undefined])
  })
})

describe('the setting', () => {
  test('stands in the environment as JSON, in the file as it is, and adds its chains to those that a message may name', () => {
    for (const { settings } of [readSettings({ COUNTERSIGN_CHAINS: JSON.stringify([{ ...base, id: 31_337 }]) }, undefined), readSettings({}, { chains: [{ ...base, id: 31_337 }] })]) {
      expect(settings.chains.map(({ id, rpc }) => [id, rpc])).toEqual([['31337', [base.rpc]]])
      expect(settings.chainIds).toContain('31337')
    }
  })

  test('names no chain that a message may not', () => {
    expect(faultOf({ COUNTERSIGN_CHAINS: JSON.stringify([base]), COUNTERSIGN_CHAIN_IDS: '1' })).toContain('COUNTERSIGN_CHAINS names chain 8453, which COUNTERSIGN_CHAIN_IDS does not let a message name.')
  })

  test('N10 is shown, and refused, without what can be a key', () => {
    const settings = JSON.stringify([{ ...base, rpc: [base.rpc, 'https://operator:word@other.example/'], quorum: 2 }])
    expect(showChains(settings)).toBe('Base (8453) at node.example, other.example, 2 alike')
    const { report } = readSettings({ COUNTERSIGN_CHAINS: settings }, undefined)
    expect(JSON.stringify(report)).not.toMatch(/secret-key|word@/)
    for (const wrong of [`[${settings}`, JSON.stringify([{ ...base, quorum: 9 }])]) {
      expect(faultOf({ COUNTERSIGN_CHAINS: wrong })).toMatch(/^ {2}- COUNTERSIGN_CHAINS is not allowed; allowed is a JSON list/m)
      expect(faultOf({ COUNTERSIGN_CHAINS: wrong })).not.toContain('secret-key')
    }
  })
})

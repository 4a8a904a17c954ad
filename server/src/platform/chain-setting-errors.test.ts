// Mistakes in the setting of chains, each told by its place.
import { describe, expect, test } from 'vitest'
import { findChainSettingErrors } from './parse-chain-settings.ts'
import { readServerSettingsErrorMessageForTests } from '../testing/read-server-settings-error-message-for-tests.ts'

const base = { id: 8453, rpc: 'https://node.example/v1/secret-key' }

describe('a mistake', () => {
  const errors = (...chains: unknown[]) => findChainSettingErrors(JSON.stringify(chains))
  const other = { id: 10, rpc: 'https://other.example/' }
  const third = { id: 1, rpc: 'https://third.example/' }
  const address = 'must be an address of a contract, "0x" and 40 hexadecimal digits, and not the zero address'
  const nodes = (...rpc: string[]) => errors({ ...base, rpc, quorum: rpc.length })

  test('is told by its place, and all are told at once', () => {
    expect(
      errors(
        other,
        { ...third, quorum: '2', staleSeconds: 5, finalStaleSeconds: 0.5 },
        { ...base, factories: ['a6b71e26c5e0845f74c812102ca7114b6a896ab2'], allowDelegate: true, ensRegistry: '0x12' },
      ),
    ).toMatchInlineSnapshot(`
      [
        "chains[1].staleSeconds must be a whole number from 10 to 31536000",
        "chains[1].quorum must be a whole number from 1 to 1, the number of nodes",
        "chains[1].finalStaleSeconds must be a whole number from 60 to 31536000",
        "chains[2].allowDelegate is not known; a chain has id, name, rpc, quorum, factories, allowDelegates, staleSeconds, finalStaleSeconds, ensRegistry, nativeSymbol, delegateRegistry, nameGateways",
        "chains[2].ensRegistry must be an address of a contract, "0x" and 40 hexadecimal digits, and not the zero address, or null for none",
        "chains[2].factories[0] must be an address of a contract, "0x" and 40 hexadecimal digits, and not the zero address",
      ]
    `)
    expect(
      readServerSettingsErrorMessageForTests(
        {},
        {
          chains: [
            { ...base, name: '' },
            { ...other, quorum: null },
          ],
        },
      ),
    ).toMatchInlineSnapshot(`
      "The settings cannot be used:
        - chains: chains[0].name must be 1 to 40 letters, digits, spaces and . ' ( ) -, and begin with a letter or a digit.
        - chains: chains[1].quorum must be a whole number from 1 to 1, the number of nodes."
    `)
    expect([errors(null), errors({ id: ['1'], rpc: [] })]).toMatchInlineSnapshot(`
      [
        [
          "chains[0] must be an object with "id" and "rpc"",
        ],
        [
          "chains[0].id must be an EVM chain id: a whole number from 1 on, such as 1 or "8453"",
          "chains[0].rpc must be the address of a node (JSON-RPC over https, or over http in your own network), or a list of 1 to 10",
        ],
      ]
    `)
  })

  test.each([
    ['a slash at the end', 'https://node.example/x', 'https://node.example/x/'],
    ['no path', 'https://node.example', 'https://node.example/'],
    ['capitals', 'https://node.example/x', 'https://NODE.example/x'],
    ['a dot', 'https://node.example/x', 'https://node.example./x'],
    ['the usual port', 'https://node.example/x', 'https://node.example:443/x'],
    ['plain http', 'https://node.example/x', 'http://node.example/x'],
    ['another user', 'https://a:b@node.example/x', 'https://c:d@node.example/x'],
    ['a detour', 'https://node.example/x', 'https://node.example/./x'],
  ])('S9 of one node that is there twice, by %s, is no quorum', (_name, first, second) => {
    expect(nodes(first, 'https://third.example/', second)).toEqual([
      'chains[0].rpc[2] must not be the same node as chains[0].rpc[0]',
    ])
  })

  test('is not that two nodes of one host have different ways, ports or keys', () => {
    expect(
      nodes(
        'https://node.example/x',
        'https://node.example/y',
        'https://node.example:8443/x',
        'https://node.example/x?key=1',
      ),
    ).toEqual([])
  })

  test('is that two chains have one name, or one has that of another', () => {
    expect(errors({ ...base, name: 'Ours' }, other, { ...third, name: 'OURS' })).toEqual([
      'chains[2].name must not be that of chains[0] too: people could not tell them apart',
    ])
    expect(errors({ ...base, id: 11_155_111, name: 'Ethereum' })).toEqual([
      'chains[0].name must not be the name of another chain (1)',
    ])
    expect(errors(base, { ...base, id: '8453' })).toEqual(['chains[1].id must not be that of chains[0] too'])
  })

  test('P7 is a second registry of names, and one at no address', () => {
    const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
    const told =
      'chains[1].ensRegistry must be null, because chains[0] has a registry: names are read from one chain (set null there to read them here; chain 1 has one by default)'
    expect(errors({ ...base, id: 11_155_111, ensRegistry: registry }, third)).toEqual([told])
    expect(errors({ ...base, id: 11_155_111, ensRegistry: registry }, { ...third, ensRegistry: null })).toEqual([])
    expect(errors({ ...base, ensRegistry: `0x${'0'.repeat(40)}` })).toEqual([
      `chains[0].ensRegistry ${address}, or null for none`,
    ])
  })
})

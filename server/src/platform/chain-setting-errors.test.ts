// Errors in the chains setting, each with its path.
import { describe, expect, test } from 'vitest'
import { findChainSettingErrors } from './parse-chain-settings.ts'
import { readServerSettingsErrorMessageForTests } from '../testing/read-server-settings-error-message-for-tests.ts'

const base = { id: 8453, rpc: 'https://node.example/v1/secret-key' }

describe('chain settings validation', () => {
  const errors = (...chains: unknown[]) => findChainSettingErrors(JSON.stringify(chains))
  const other = { id: 10, rpc: 'https://other.example/' }
  const third = { id: 1, rpc: 'https://third.example/' }
  const address = 'must be a contract address ("0x" followed by 40 hexadecimal digits, but not the zero address)'
  const nodes = (...rpc: string[]) => errors({ ...base, rpc, quorum: rpc.length })

  test('reports all errors at once, each with its path', () => {
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
        "chains[2].allowDelegate is unknown; the members of a chain are id, name, rpc, quorum, factories, allowDelegates, staleSeconds, finalStaleSeconds, ensRegistry, nativeSymbol, delegateRegistry, nameGateways",
        "chains[2].ensRegistry must be a contract address ("0x" followed by 40 hexadecimal digits, but not the zero address), or null for none",
        "chains[2].factories[0] must be a contract address ("0x" followed by 40 hexadecimal digits, but not the zero address)",
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
      "Invalid settings:
        - chains: chains[0].name must be 1 to 40 letters, digits, spaces and . ' ( ) -, and start with a letter or a digit.
        - chains: chains[1].quorum must be a whole number from 1 to 1, the number of nodes."
    `)
    expect([errors(null), errors({ id: ['1'], rpc: [] })]).toMatchInlineSnapshot(`
      [
        [
          "chains[0] must be an object with "id" and "rpc"",
        ],
        [
          "chains[0].id must be an EVM chain ID: a positive whole number such as 1 or "8453"",
          "chains[0].rpc must be the address of a node (JSON-RPC over https, or over http on your own network), or a list of 1 to 10 addresses",
        ],
      ]
    `)
  })

  test.each([
    ['a trailing slash', 'https://node.example/x', 'https://node.example/x/'],
    ['a missing path', 'https://node.example', 'https://node.example/'],
    ['upper case', 'https://node.example/x', 'https://NODE.example/x'],
    ['a trailing dot', 'https://node.example/x', 'https://node.example./x'],
    ['the default port', 'https://node.example/x', 'https://node.example:443/x'],
    ['plain http', 'https://node.example/x', 'http://node.example/x'],
    ['other credentials', 'https://a:b@node.example/x', 'https://c:d@node.example/x'],
    ['a dot segment', 'https://node.example/x', 'https://node.example/./x'],
  ])('S9: rejects a quorum from one node that is listed twice and differs only by %s', (_name, first, second) => {
    expect(nodes(first, 'https://third.example/', second)).toEqual([
      'chains[0].rpc[2] must not be the same node as chains[0].rpc[0]',
    ])
  })

  test('accepts nodes on one host with different paths, ports or keys', () => {
    expect(
      nodes(
        'https://node.example/x',
        'https://node.example/y',
        'https://node.example:8443/x',
        'https://node.example/x?key=1',
      ),
    ).toEqual([])
  })

  test('rejects duplicate chain IDs and names, and the name of another known chain', () => {
    expect(errors({ ...base, name: 'Ours' }, other, { ...third, name: 'OURS' })).toEqual([
      'chains[2].name must differ from chains[0].name: people could not tell the chains apart',
    ])
    expect(errors({ ...base, id: 11_155_111, name: 'Ethereum' })).toEqual([
      'chains[0].name must not be the name of another chain (1)',
    ])
    expect(errors(base, { ...base, id: '8453' })).toEqual(['chains[1].id must differ from chains[0].id'])
  })

  test('P7: rejects a second name registry, and one at the zero address', () => {
    const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
    const secondRegistryError =
      'chains[1].ensRegistry must be null, because chains[0] has a registry, and names are read from only one chain (to read them here, set it to null there; chain 1 has one by default)'
    expect(errors({ ...base, id: 11_155_111, ensRegistry: registry }, third)).toEqual([secondRegistryError])
    expect(errors({ ...base, id: 11_155_111, ensRegistry: registry }, { ...third, ensRegistry: null })).toEqual([])
    expect(errors({ ...base, ensRegistry: `0x${'0'.repeat(40)}` })).toEqual([
      `chains[0].ensRegistry ${address}, or null for none`,
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { formatRedactedChainSettings, redactRpcNodeHost } from './chain-settings.ts'
import { findChainSettingErrors, parseChainSettings } from './parse-chain-settings.ts'
import { parseServerSettings } from './parse-server-settings.ts'
import { readServerSettingsErrorMessageForTests } from '../testing/read-server-settings-error-message-for-tests.ts'

const read = (...chains: unknown[]) => parseChainSettings(JSON.stringify(chains))
const base = { id: 8453, rpc: 'https://node.example/v1/secret-key' }

describe('chain setting', () => {
  test('needs only an ID and a node, and has defaults for the rest', () => {
    expect(read(base)?.map(({ factories, ...rest }) => ({ ...rest, factories: factories.length }))).toEqual([
      {
        id: '8453',
        name: 'Base',
        rpc: ['https://node.example/v1/secret-key'],
        quorum: 1,
        allowDelegates: false,
        staleSeconds: 600,
        finalStaleSeconds: 7200,
        ensRegistry: null,
        nativeSymbol: 'ETH',
        delegateRegistry: '0x00000000000000447e69651d841bd8d104bed493',
        nameGateways: [],
        factories: 4,
      },
    ])
    expect(read({ ...base, id: '1' })?.[0]).toMatchObject({
      id: '1',
      name: 'Ethereum',
      ensRegistry: '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e',
    })
    expect(read({ ...base, id: 31_337 })?.[0]?.name).toBe('Chain 31337')
    expect([parseChainSettings(''), parseChainSettings('[]')]).toEqual([[], []])
  })

  test('S6: stores factory addresses in lower case', () => {
    expect(read({ ...base, factories: ['0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842'] })?.[0]?.factories).toEqual([
      '0xba5ed110efdba3d005bfc882d75358acbbb85842',
    ])
    expect(read({ ...base, factories: [] })?.[0]?.factories).toEqual([])
  })

  test.each([
    ['without an ID', { rpc: base.rpc }],
    ['with a non-numeric ID', { ...base, id: 'base' }],
    ['with the ID 0', { ...base, id: 0 }],
    ['with a hexadecimal ID', { ...base, id: '0x2105' }],
    ['with an ID above 2^53', { ...base, id: '9007199254740993' }],
    ['without a node', { id: 1 }],
    ['with an empty list of nodes', { ...base, rpc: [] }],
    ['with a node that is not a URL', { ...base, rpc: 'node.example' }],
    ['with a node that is a file URL', { ...base, rpc: 'file:///etc/passwd' }],
    ['with a node that is a WebSocket URL', { ...base, rpc: 'wss://node.example/' }],
    ['with the same node twice', { ...base, rpc: [base.rpc, base.rpc] }],
    ['with a quorum above the number of nodes', { ...base, quorum: 2 }],
    ['with a quorum of zero', { ...base, quorum: 0 }],
    ['with a fractional quorum', { ...base, rpc: [base.rpc, 'https://other.example/'], quorum: 1.5 }],
    ['with a factory that is not an address', { ...base, factories: ['0x12'] }],
    ['with allowDelegates as a string', { ...base, allowDelegates: 'true' }],
    ['with an unknown member', { ...base, allowdelegates: true }],
    ['with terminal control characters in its name', { ...base, name: 'Base\u001b[31m' }],
    ['that is null', null],
    ['that is an array', []],
  ])('%s is refused', (_name, chain) => {
    expect(read(chain)).toBeUndefined()
  })

  test('S10: accepts only host names, with an optional port, as name gateways', () => {
    const gateways = (...nameGateways: unknown[]) => read({ ...base, id: '1', nameGateways })?.[0]?.nameGateways
    const hosts = ['gateway.example.com', 'xn--bcher-kva.example', 'a-1.example:8443']
    expect([gateways(...hosts), gateways()]).toEqual([hosts, []])
    const wrong = [
      '',
      '*',
      '*.example.com',
      '.example.com',
      'example',
      'localhost',
      'Gateway.example',
      'bücher.example',
      'a..example',
      'https://gateway.example',
      'gateway.example/',
      'gateway.example/path',
      'user@gateway.example',
      'gateway.example.',
      'gateway.example:443',
      'gateway.example:0',
      'gateway.example:65536',
      'gateway.example:',
      'gateway.example?',
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      '10.0.0.1:8443',
      'gateway.example\n',
      ' gateway.example',
      `${'a'.repeat(64)}.example`,
      null,
      1,
      ['gateway.example'],
      {},
    ]
    expect(wrong.filter((host) => gateways(host) !== undefined)).toEqual([])
    expect(gateways('gateway.example', 'gateway.example')).toBeUndefined()
    expect(read({ ...base, id: '1', nameGateways: 'gateway.example' })).toBeUndefined()
    expect(gateways(...Array.from({ length: 11 }, (_, index) => `g${index}.example`))).toBeUndefined()
    // A chain without a registry has no names to look up.
    expect(read({ ...base, nameGateways: ['gateway.example'] })).toBeUndefined()
    expect(findChainSettingErrors(JSON.stringify([{ ...base, nameGateways: ['https://gateway.example'] }])))
      .toMatchInlineSnapshot(`
      [
        "chains[0].nameGateways must be empty, because no names are read from this chain (ensRegistry)",
        "chains[0].nameGateways[0] must be a lowercase host name such as "gateway.example.com", or "gateway.example.com:8443" for a port other than 443: no IP address, no *, and no https:// or path",
      ]
    `)
    expect(formatRedactedChainSettings(read({ ...base, id: '1', nameGateways: hosts }) ?? [])).toBe(
      `Ethereum (1) at node.example, name gateways ${hosts.join(', ')}`,
    )
  })

  test('may appear only once, in a list of at most fifty chains', () => {
    expect(read(base, { ...base, id: '8453' })).toBeUndefined()
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...base, id: index + 1 }))
    expect([read(...many(50))?.length, read(...many(51))]).toEqual([50, undefined])
    expect([parseChainSettings('{}'), parseChainSettings('[{]'), parseChainSettings('null')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('chain finalStaleSeconds is at least staleSeconds by default', () => {
  expect(
    read({ ...base, staleSeconds: 86_400 }, { id: 10, rpc: 'https://other.example/', finalStaleSeconds: 900 })?.map(
      ({ finalStaleSeconds }) => finalStaleSeconds,
    ),
  ).toEqual([86_400, 900])
})

test.each([
  ['https://0123456789abcdef0123456789abcdef.node.example/', '***.node.example'],
  ['https://0123456789abcdef0123456789abcdef.example:8443/x', '***.example:8443'],
  ['https://eu.k0123456789abcdefghij.node.example/', 'eu.***.node.example'],
  ['https://6f9619ff-8b86-d011-b42d-00cf4fc964ff.node.example/', '***.node.example'],
  ['https://ethereum-sepolia-public-rpc.example/KEY', 'ethereum-sepolia-public-rpc.example'],
  ['https://user:word@node.example/KEY', 'node.example'],
  ['http://10.0.0.7:8545', '10.0.0.7:8545'],
  ['http://[fd00::7]:8545', '[fd00::7]:8545'],
])('N10: node address %s is redacted to %s', (address, shown) => {
  expect(redactRpcNodeHost(address)).toBe(shown)
})

describe('COUNTERSIGN_CHAINS setting', () => {
  test('is JSON in the environment or a list in the file, and extends the allowed chain IDs', () => {
    for (const { settings } of [
      parseServerSettings({ COUNTERSIGN_CHAINS: JSON.stringify([{ ...base, id: 31_337 }]) }, undefined),
      parseServerSettings({}, { chains: [{ ...base, id: 31_337 }] }),
    ]) {
      expect(settings.chains.map(({ id, rpc }) => [id, rpc])).toEqual([['31337', [base.rpc]]])
      expect(settings.chainIds).toContain('31337')
    }
  })

  test('refuses a chain that COUNTERSIGN_CHAIN_IDS excludes', () => {
    expect(
      readServerSettingsErrorMessageForTests({
        COUNTERSIGN_CHAINS: JSON.stringify([base]),
        COUNTERSIGN_CHAIN_IDS: '1',
      }),
    ).toContain('COUNTERSIGN_CHAINS lists chain 8453, but COUNTERSIGN_CHAIN_IDS does not; add it there.')
  })

  test('N10: hides possible API keys in reports and errors', () => {
    const settings = JSON.stringify([{ ...base, rpc: [base.rpc, 'https://operator:word@other.example/'], quorum: 2 }])
    expect(formatRedactedChainSettings(parseChainSettings(settings) ?? [])).toBe(
      'Base (8453) at node.example, other.example, quorum 2',
    )
    const { report } = parseServerSettings({ COUNTERSIGN_CHAINS: settings }, undefined)
    expect(JSON.stringify(report)).not.toMatch(/secret-key|word@/)
    expect(readServerSettingsErrorMessageForTests({ COUNTERSIGN_CHAINS: `[${settings}` })).toMatch(
      /^ {2}- COUNTERSIGN_CHAINS is not allowed; allowed: a JSON array/m,
    )
    expect(readServerSettingsErrorMessageForTests({ COUNTERSIGN_CHAINS: `[${settings}` })).not.toContain('secret-key')
    for (const wrong of [
      { quorum: 9 },
      { rpc: [base.rpc, `${base.rpc}/`] },
      { rpc: 'wss://u:secret-key@node.example/' },
      { 'secret-key': 1 },
      { id: 'secret-key' },
    ]) {
      const errorMessage = readServerSettingsErrorMessageForTests({
        COUNTERSIGN_CHAINS: JSON.stringify([{ ...base, ...wrong }]),
      })
      expect(errorMessage).toMatch(/^ {2}- COUNTERSIGN_CHAINS: chains\[0\]/m)
      expect(errorMessage).not.toContain('secret-key')
    }
  })
})

// Tests common and hostile ENS records on a real chain (THREATS P7, S10).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { Hex } from '@countersign/proof/chain-reader'
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import {
  setEnsReverseName,
  registerEnsName,
  installEnsRegistry,
  ensRegistryAddress,
} from '@countersign/testing/chain/local-ens-registry-fixtures'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestChainReader } from '../../testing/chain-reader-fixtures.ts'
import { reverseResolveEnsName } from './reverse-resolve-ens-name.ts'

let chain: LocalEthereumChain
beforeAll(async () => {
  chain = await startLocalEthereumChain()
  await installEnsRegistry(chain)
})
afterAll(() => chain.stop())

let addresses = 0
const nextAddress = (): Hex => `0x${(addresses += 1).toString(16).padStart(40, 'a')}`

const read = (address: string, url = chain.url) =>
  reverseResolveEnsName(createTestChainReader({ id: '1', rpc: [url] }), ensRegistryAddress, address)

const none = { name: null, avatar: null }

/** Creates an address with matching reverse and forward records. */
async function named(name: string, avatar?: string): Promise<Hex> {
  const address = nextAddress()
  await registerEnsName(chain, name, { address, ...(avatar !== undefined && { avatar }) })
  await setEnsReverseName(chain, address, name)
  return address
}

describe('reverse resolution of an ENS name', () => {
  test('returns a name that resolves back to the address, in any letter case of the address', async () => {
    const address = await named('alice.eth', 'https://pictures.example/alice.png')
    expect(await read(address)).toEqual({ name: 'alice.eth', avatar: 'https://pictures.example/alice.png' })
    expect(await read(`0x${address.slice(2).toUpperCase()}`)).toEqual({
      name: 'alice.eth',
      avatar: 'https://pictures.example/alice.png',
    })
    expect(await read(await named('desk.office.bücher.eth'))).toEqual({ name: 'desk.office.bücher.eth', avatar: null })
  })

  test('returns no name for an address without a reverse record', async () => {
    expect(await read(nextAddress())).toEqual(none)
    const address = nextAddress()
    await setEnsReverseName(chain, address, '')
    expect(await read(address)).toEqual(none)
  })

  test('P7: returns no name if it resolves to another address or to none', async () => {
    const owner = await named('vitalik.eth')
    const [thief, dreamer] = [nextAddress(), nextAddress()]
    await setEnsReverseName(chain, thief, 'vitalik.eth')
    await setEnsReverseName(chain, dreamer, 'nobody-has-this.eth')
    expect([await read(thief), await read(dreamer), (await read(owner)).name]).toEqual([none, none, 'vitalik.eth'])
  })

  test('P7: follows changes of the forward and reverse records', async () => {
    const [seller, buyer] = [await named('sold.eth'), nextAddress()]
    await registerEnsName(chain, 'sold.eth', { address: buyer })
    expect(await read(seller)).toEqual(none)
    await setEnsReverseName(chain, buyer, 'sold.eth')
    expect((await read(buyer)).name).toBe('sold.eth')
    await registerEnsName(chain, 'renamed.eth', { address: buyer })
    await setEnsReverseName(chain, buyer, 'renamed.eth')
    expect((await read(buyer)).name).toBe('renamed.eth')
  })

  test.each([
    ['in upper case', 'Alice2.eth'],
    ['with a letter of another script', 'vitаlik2.eth'],
    ['of look-alike letters from one other script', 'сос.eth'],
    ['with a Greek letter', 'faceboοk.eth'],
    ['with an invisible character', 'al\u200dice.eth'],
    ['with a bidi control character', 'alice\u202eeth.eth'],
    ['with a space', 'alice bob.eth'],
    ['with a line feed', 'alice.eth\n'],
    ['with HTML markup', '<img src=x onerror=alert(1)>.eth'],
    ['in Punycode', 'xn--80ak6aa92e.eth'],
    ['that is not NFC-normalized', 'bu\u0308cher.eth'],
    ['with full-width digits', '１２３.eth'],
    ['with an empty label', 'alice..eth'],
    ['that looks like an Ethereum address', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8.eth'],
    ['that contains a bracketed hash', `[${'0'.repeat(64)}].eth`],
    ['longer than the display limit', `${'a'.repeat(61)}.eth`],
    ['that is a Bitcoin address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4.eth'],
    [
      'below a Bitcoin taproot address label',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0.alice.eth',
    ],
    ['with a Bitcoin testnet address as a label', 'pay.tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx.eth'],
  ])('P7: rejects a name %s, even if it resolves back', async (_, name) => {
    expect(await read(await named(name))).toEqual(none)
  })

  test('accepts a name of the maximum display length', async () => {
    const name = `${'b'.repeat(60)}.eth`
    expect((await read(await named(name))).name).toBe(name)
  })

  test('accepts a name that consists of normalized emoji', async () => {
    expect((await read(await named('👨‍👩‍👧.eth'))).name).toBe('👨‍👩‍👧.eth')
  })
})

describe('a hostile ENS resolver', () => {
  async function ownRecordAt(resolver: Hex): Promise<Hex> {
    const address = nextAddress()
    await registerEnsName(chain, `${address.slice(2)}.addr.reverse`, { resolver })
    return address
  }

  async function nameRecordAt(resolver: Hex, name: string): Promise<Hex> {
    const address = nextAddress()
    await registerEnsName(chain, name, { resolver })
    await setEnsReverseName(chain, address, name)
    return address
  }

  test.each(['HugeResolver', 'RevertingResolver', 'AcceptsAnything'])('P7: %s yields no name', async (contract) => {
    const resolver = await deployTestContract(chain, contract)
    expect(await read(await ownRecordAt(resolver))).toEqual(none)
    expect(await read(await nameRecordAt(resolver, `${contract.toLowerCase()}.eth`))).toEqual(none)
  })

  test('P7: an address without code yields no name', async () => {
    const nobody = nextAddress()
    expect(await read(await ownRecordAt(nobody))).toEqual(none)
    expect(await read(await nameRecordAt(nobody, 'no-contract.eth'))).toEqual(none)
  })

  test('S10: an offchain lookup sends no request and yields no name', async () => {
    let requests = 0
    const server = createServer((_request, response) => {
      requests += 1
      response.end('{}')
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const resolver = await deployTestContract(chain, 'LookupResolver', [
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/{sender}/{data}`,
    ])
    expect(await read(await ownRecordAt(resolver))).toEqual(none)
    expect(await read(await nameRecordAt(resolver, 'elsewhere.eth'))).toEqual(none)
    expect(requests).toBe(0)
  })
})

describe('an ENS chain', () => {
  test('without a registry is reported as a configuration error', async () => {
    const elsewhere = reverseResolveEnsName(
      createTestChainReader({ id: '1', rpc: [chain.url] }),
      nextAddress(),
      nextAddress(),
    )
    await expect(elsewhere).rejects.toThrow('no ENS registry contract')
  })

  test('S9: throws while unavailable instead of returning no name', async () => {
    const address = await named('unreachable.eth')
    const node = await startFakeChainNode(chain.url, { kind: 'down' })
    onTestFinished(() => node.stop())
    await expect(read(address, node.url)).rejects.toThrow(ChainUnavailableError)
    await node.setBehavior({ kind: 'honest' })
    expect((await read(address, node.url)).name).toBe('unreachable.eth')
    // An address with a name takes four reads, one without a name takes one.
    node.clearCalls()
    await read(address, node.url)
    expect(node.callCounts['eth_call']).toBe(4)
    node.clearCalls()
    await read(nextAddress(), node.url)
    expect(node.callCounts['eth_call']).toBe(1)
  })
})

// Tests that each fake wallet behaves as its name says.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256 } from '@countersign/message'
import { waitUntilPassing } from './wait-until-passing.ts'
import { expect, test, vi } from 'vitest'
import type { FakeEthereumProvider } from './fake-ethereum-provider.ts'
import type { FakeEthereumWalletBehavior } from './fake-ethereum-wallet-behavior.ts'
import { createFakeEthereumWallet } from './fake-ethereum-wallet.ts'
import { ethereumTestKeys } from './ethereum-test-keys.ts'

const { alice, bob } = ethereumTestKeys
const text = 'hello\nwörld'
const data = `0x${Buffer.from(text).toString('hex')}`

const create = (behavior: FakeEthereumWalletBehavior) => createFakeEthereumWallet({ behavior, slowMilliseconds: 5 })
const connect = (wallet: FakeEthereumProvider) => wallet.request({ method: 'eth_requestAccounts' })
const sign = (wallet: FakeEthereumProvider, address = alice.address) =>
  wallet.request({ method: 'personal_sign', params: [data, address] })

function signerOf(signature: unknown): string {
  const bytes = Buffer.from(String(signature).slice(2), 'hex')
  expect(bytes).toHaveLength(65)
  const message = Buffer.from(text)
  const digest = keccak256(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${message.length}`), message]))
  const recovered = Buffer.concat([Buffer.of((bytes[64] ?? 0) - 27), bytes.subarray(0, 64)])
  const compressed = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
  const publicKey = secp256k1.Point.fromBytes(compressed).toBytes(false)
  return `0x${Buffer.from(keccak256(publicKey.subarray(1)).subarray(12)).toString('hex')}`
}

test('good: the wallet shares its account, reports its chain and signs', async () => {
  const wallet = create('good')
  expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
  expect(await connect(wallet)).toEqual([alice.address])
  expect(await wallet.request({ method: 'eth_accounts' })).toEqual([alice.address])
  expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x1')
  expect(signerOf(await sign(wallet))).toBe(alice.address.toLowerCase())
  expect(wallet.texts).toEqual([text])
  expect(wallet.methods).toEqual([
    'eth_accounts',
    'eth_requestAccounts',
    'eth_accounts',
    'eth_chainId',
    'personal_sign',
  ])
})

test('good: the wallet refuses to sign for another account, and refuses unknown methods', async () => {
  await expect(sign(create('good'), bob.address)).rejects.toMatchObject({ code: 4100 })
  await expect(create('good').request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({ code: 4200 })
})

test.each([
  ['declines-connect', { code: 4001 }],
  ['locked', { code: -32603, message: 'The wallet is locked.' }],
  ['pending', { code: -32002 }],
  ['fails', { code: -32603, message: 'Unexpected error' }],
  ['window-blocked', { message: 'Popup window was blocked' }],
] as const)('%s: the wallet does not connect', async (behavior, error) => {
  await expect(connect(create(behavior))).rejects.toMatchObject(error)
})

test.each([
  ['declines-sign', { code: 4001 }],
  ['cannot-sign', { code: 4200 }],
  ['pending-sign', { code: -32002 }],
  ['throws-oddly', { data: { originalError: { error: { code: '4001' } } } }],
  ['disconnects', { code: 4900 }],
] as const)('%s: the wallet does not sign', async (behavior, error) => {
  await expect(sign(create(behavior))).rejects.toMatchObject(error)
})

test('throws-oddly: the wallet rejects the first connection with a plain string', async () => {
  const wallet = create('throws-oddly')
  await expect(connect(wallet)).rejects.toBe('User cancelled')
  expect(await connect(wallet)).toEqual([alice.address])
})

test('pending-sign: the wallet signs on the third request', async () => {
  const wallet = create('pending-sign')
  await expect(sign(wallet)).rejects.toMatchObject({ code: -32002 })
  await expect(sign(wallet)).rejects.toMatchObject({ code: -32002 })
  expect(signerOf(await sign(wallet))).toBe(alice.address.toLowerCase())
})

test('no-account, lower-case-address, other-chain: the wallet returns what the name says', async () => {
  expect(await connect(create('no-account'))).toEqual([])
  expect(await connect(create('lower-case-address'))).toEqual([alice.address.toLowerCase()])
  expect(await create('other-chain').request({ method: 'eth_chainId' })).toBe('0x539')
})

test.each(['wrong-signer', 'switches-silently'] as const)('%s: the wallet uses the other key', async (behavior) => {
  const wallet = create(behavior)
  await connect(wallet)
  expect(signerOf(await sign(wallet))).toBe(bob.address.toLowerCase())
  expect(await wallet.request({ method: 'eth_accounts' })).toEqual([
    behavior === 'wrong-signer' ? alice.address : bob.address,
  ])
})

test('high-s: the wallet returns the same signature with the high s', async () => {
  const [canonical, high] = [String(await sign(create('good'))), String(await sign(create('high-s')))]
  expect(high).not.toBe(canonical)
  expect(high.slice(0, 66)).toBe(canonical.slice(0, 66))
  expect(BigInt(`0x${high.slice(66, 130)}`) > secp256k1.Point.CURVE().n / 2n).toBe(true)
})

test('switches-address-midway: the wallet announces the other account, then signs with the first', async () => {
  const wallet = create('switches-address-midway')
  const listener = vi.fn()
  wallet.on('accountsChanged', listener)
  const signature = sign(wallet)
  await waitUntilPassing(() => expect(listener).toHaveBeenCalledExactlyOnceWith([bob.address]))
  expect(signerOf(await signature)).toBe(alice.address.toLowerCase())
})

test('never-answers, never-signs, never-tells-chain: requests stay pending; slow: the wallet connects', async () => {
  const pause = new Promise((resolve) => setTimeout(() => resolve('nothing'), 20))
  expect(await Promise.race([connect(create('never-answers')), pause])).toBe('nothing')
  expect(await Promise.race([sign(create('never-signs')), pause])).toBe('nothing')
  expect(await Promise.race([create('never-tells-chain').request({ method: 'eth_chainId' }), pause])).toBe('nothing')
  expect(await connect(create('slow'))).toEqual([alice.address])
})

test('a test can approve requests, switch accounts and change the behavior of a fake wallet', async () => {
  const wallet = create('locked')
  const listener = vi.fn()
  wallet.on('accountsChanged', listener)
  wallet.approve()
  wallet.switchAccount()
  wallet.removeListener('accountsChanged', listener)
  wallet.switchAccount()
  expect(listener.mock.calls).toEqual([[[alice.address]], [[bob.address]]])
  wallet.play('declines-connect')
  await expect(connect(wallet)).rejects.toMatchObject({ code: 4001 })
})

test('a fake contract wallet uses its contract address and signer, and forwards chain calls', async () => {
  const asked: unknown[] = []
  const contract = {
    address: bob.address,
    chainId: 10,
    sign: async (signed: string) => `signed: ${signed}`,
    callChain: async (method: string, params: readonly unknown[]) => (asked.push([method, params]), '0x6001'),
  }
  const wallet = createFakeEthereumWallet({ behavior: 'good', contract })
  expect(await connect(wallet)).toEqual([bob.address])
  expect(await wallet.request({ method: 'eth_chainId' })).toBe('0xa')
  expect(await wallet.request({ method: 'eth_getCode', params: [bob.address, 'latest'] })).toBe('0x6001')
  expect(asked).toEqual([['eth_getCode', [bob.address, 'latest']]])
  expect(await sign(wallet, bob.address)).toBe(`signed: ${text}`)
  const silent = createFakeEthereumWallet({ behavior: 'never-asks-chain', contract })
  expect(
    await Promise.race([
      silent.request({ method: 'eth_getCode' }),
      new Promise((resolve) => setTimeout(resolve, 20, 'silent')),
    ]),
  ).toBe('silent')
})

test('a fake key wallet refuses chain calls', async () => {
  await expect(
    create('good').request({ method: 'eth_getCode', params: [alice.address, 'latest'] }),
  ).rejects.toMatchObject({ code: 4200 })
})

// The whole flow as a person lives it, with fake wallets and a clock that the test moves: machine, driver and message
// together. Each test ends in a state that the screen shows.
import { createFakeWallet } from '@countersign/testing/fake-ethereum-wallet'
import type { FakeEthereumProvider, EthereumWalletBehavior } from '@countersign/testing/fake-ethereum-provider'
import { testKeys } from '@countersign/testing/test-keys'
import { parseMessage } from '@countersign/message'
import { serializeMessage } from '@countersign/message/serialize-message'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWalletProofDriver } from './wallet-proof-driver.ts'
import { encodeHexText } from './eip1193-provider.ts'
import type { WalletProofDriver } from './wallet-proof-driver.ts'
import type { AcceptedProof, ServerResult, ServerProblem } from './wallet-proof-events.ts'
import { requestCombinedSignIn } from './combined-sign-in.ts'
import type { ProofPurpose } from './proof-purpose.ts'
import { resumeProof } from './wallet-proof-machine.ts'
import type { ResumedProof } from './wallet-proof-machine.ts'
import type { Challenge, WalletProofPhaseName, SignedInPerson } from './wallet-proof-phases.ts'

const { alice, bob } = testKeys
const wallet = { id: 'w', name: 'Fox' }

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function makeChallenge(
  count: number,
  readChains: Challenge['readChains'] = [],
  life = 300_000,
  chainIds = ['1', '10'],
): Challenge {
  const issuedAt = new Date().toISOString()
  const expiresAt = new Date(Date.now() + life).toISOString()
  const nonce = `nonce${String(count).padStart(8, '0')}`
  const message = {
    scheme: 'https',
    domain: 'site.example',
    statement: 'Sign in.',
    uri: 'https://site.example',
    version: '1',
  } as const
  return {
    id: '0'.repeat(26),
    message: { ...message, nonce, issuedAt, expirationTime: expiresAt },
    chainIds,
    keyChains: {},
    readChains,
    expiresAt,
  }
}

interface TestContextOptions {
  purpose?: ProofPurpose
  person?: SignedInPerson | null
  latency?: number
  challengeProblems?: ServerProblem[]
  readChains?: Challenge['readChains']
  resumed?: ResumedProof
  /** Whether the wallet is asked to connect and to sign in at once. */
  atOnce?: true
}

/** A world with one wallet and a server that accepts what it is sent, unless told otherwise. */
function createTestContext(behavior: EthereumWalletBehavior | FakeEthereumProvider, given: TestContextOptions = {}) {
  const provider = typeof behavior === 'string' ? createFakeWallet({ behavior }) : behavior
  const context = {
    provider,
    /** What the server answers next; empty means that it accepts. */
    challengeProblems: [...(given.challengeProblems ?? [])],
    signInProblems: [] as ServerProblem[],
    challenges: 0,
    /** Of each challenge, which kind of wallet it was asked for. */
    kinds: [] as (string | undefined)[],
    submitted: [] as { text: string; signature: string }[],
    phases: [] as WalletProofPhaseName[],
    left: [] as string[],
    remembered: [] as string[],
  }
  const later = async <Answer>(answer: ServerResult<Answer>) => {
    await new Promise((resolve) => setTimeout(resolve, given.latency ?? 50))
    return answer
  }
  const signIn: WalletProofDriver = createWalletProofDriver(
    {
      now: () => Date.now(),
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
      findProvider: (id) => (id === wallet.id ? provider : undefined),
      readSession: () => later({ ok: true, answer: given.person ?? null }),
      createChallenge(walletKind) {
        const problem = context.challengeProblems.shift()
        context.challenges += 1
        context.kinds.push(walletKind)
        const answer = makeChallenge(
          context.challenges,
          given.readChains,
          walletKind === 'contract' ? 3_600_000 : 300_000,
        )
        return later(problem ? { ok: false, problem } : { ok: true, answer })
      },
      submit(text, signature) {
        context.submitted.push({ text, signature })
        const problem = context.signInProblems.shift()
        return later(problem ? { ok: false, problem } : { ok: true, answer: accepted })
      },
      findCombinedSignIn: () =>
        given.atOnce === true
          ? (challenge) =>
              requestCombinedSignIn((method, params) => provider.request({ method, params }), challenge, '1')
          : null,
      rememberWallet: (id) => context.remembered.push(id),
      leave: (path) => context.left.push(path),
      reload: () => context.left.push('(reload)'),
    },
    given.purpose ?? { for: 'sign-in' },
    { isVisible: true, isOnline: true },
    given.resumed,
  )
  const note = () => {
    const { at } = signIn.getSnapshot().phase
    if (context.phases.at(-1) !== at) context.phases.push(at)
  }
  note()
  signIn.subscribe(note)
  signIn.send({ type: 'wallets-found', count: 1, settled: true })
  return {
    ...context,
    world: context,
    signIn,
    at: () => signIn.getSnapshot().phase.at,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

const accepted: AcceptedProof = { name: null, next: '/account' }

async function chooseWallet(behavior: EthereumWalletBehavior | FakeEthereumProvider, given?: TestContextOptions) {
  const run = createTestContext(behavior, given)
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  return run
}

test('one tap connects, shows the message, signs, and goes on', async () => {
  const run = await chooseWallet('good')
  await run.pass(10_000)
  expect(run.phases).toEqual(['discovering', 'choosing', 'connecting', 'message-ready', 'signing', 'checking', 'done'])
  expect(run.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
  expect(run.submitted.map(({ text }) => text)).toEqual(run.provider.texts)
  expect(run.left).toEqual(['/account'])
  expect(run.remembered).toEqual(['w'])
})

test('the wallet is asked within the tap itself', async () => {
  const run = createTestContext('good')
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  expect(run.provider.methods).toEqual(['eth_requestAccounts'])
})

test('the message is shown before the wallet opens', async () => {
  const run = await chooseWallet('good')
  await run.pass(400)
  expect(run.at()).toBe('message-ready')
  expect(run.provider.methods).not.toContain('personal_sign')
})

test('an address in small letters is put into checksum form', async () => {
  const run = await chooseWallet('lower-case-address')
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(parseMessage(run.submitted[0]?.text ?? '').address).toBe(alice.address)
})

test.each(['other-chain', 'never-tells-chain'] as const)(
  '%s: the first chain of the server is named, and no switch is asked for',
  async (behavior) => {
    const run = await chooseWallet(behavior)
    await run.pass(10_000)
    expect(run.at()).toBe('done')
    expect(parseMessage(run.submitted[0]?.text ?? '').chainId).toBe('1')
    expect(run.provider.methods.filter((method) => method.startsWith('wallet_'))).toEqual([])
  },
)

test.each([
  ['declines-connect', 'connection-declined'],
  ['no-account', 'no-account'],
  ['locked', 'locked'],
  ['pending', 'connection-open'],
  ['fails', 'wallet-failed'],
  ['window-blocked', 'window-blocked'],
  ['throws-oddly', 'connection-declined'],
  ['declines-sign', 'signature-declined'],
  ['cannot-sign', 'cannot-sign'],
  ['disconnects', 'disconnected'],
  ['never-signs', 'signing'],
  ['never-answers', 'connecting'],
  ['switches-address-midway', 'address-changed'],
] as const)('%s ends in %s', async (behavior, phase) => {
  const run = await chooseWallet(behavior)
  await run.pass(5_000)
  expect(run.at()).toBe(phase)
  expect(run.submitted).toEqual([])
})

test.each(['locked', 'pending'] as const)(
  '%s: goes on by itself once the person has answered in the wallet',
  async (behavior) => {
    const run = await chooseWallet(behavior)
    await run.pass(5_000)
    run.provider.approve()
    await run.pass(10_000)
    expect(run.at()).toBe('done')
  },
)

test('pending: goes on even if the wallet does not say that something changed', async () => {
  const run = await chooseWallet('pending')
  await run.pass(5_000)
  run.provider.play('good')
  await run.provider.request({ method: 'eth_requestAccounts' })
  await run.pass(10_000)
  expect(run.at()).toBe('done')
})

test('pending-sign: sends the message again until the wallet takes it', async () => {
  const run = await chooseWallet('pending-sign')
  await run.pass(10_000)
  expect(run.phases).toContain('signature-open')
  expect(run.at()).toBe('done')
  expect(new Set(run.provider.texts).size).toBe(1)
})

test('a connection that takes long says so, a signature that takes long can be asked for again', async () => {
  const connecting = await chooseWallet('never-answers')
  await connecting.pass(7_900)
  expect(connecting.signIn.getSnapshot().phase).toMatchObject({ at: 'connecting', slowAt: expect.any(Number) })
  await connecting.pass(200)
  expect(connecting.signIn.getSnapshot().phase).toMatchObject({ at: 'connecting', slowAt: null })

  const signing = await chooseWallet('never-signs')
  await signing.pass(21_000)
  expect(signing.signIn.getSnapshot().phase).toMatchObject({ at: 'signing', slowAt: null })
  signing.provider.play('good')
  signing.signIn.send({ type: 'proceed' })
  await signing.pass(5_000)
  expect(signing.at()).toBe('done')
})

test('an answer that comes after the person gave up is not listened to', async () => {
  const run = await chooseWallet('slow')
  await run.pass(100)
  run.signIn.send({ type: 'back' })
  await run.pass(10_000)
  expect(run.at()).toBe('choosing')
  expect(run.provider.methods).not.toContain('personal_sign')
})

test('a switch midway makes a new message from a new challenge, and the old signature is not sent', async () => {
  const run = await chooseWallet('switches-address-midway')
  await run.pass(5_000)
  expect(run.at()).toBe('address-changed')
  run.signIn.send({ type: 'proceed' })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(run.submitted).toHaveLength(1)
  const [first, second] = run.provider.texts.map((text) => parseMessage(text))
  expect([first?.address, second?.address]).toEqual([alice.address, bob.address])
  expect(first?.nonce).not.toBe(second?.nonce)
})

test('a wallet that reports 100 changes of its account in a second costs one more challenge', async () => {
  const { provider, emit } = createEmitter()
  const run = createTestContext(provider, { latency: 20 })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(300)
  expect(run.at()).toBe('message-ready')
  const before = run.world.challenges
  for (let change = 0; change < 100; change++) {
    emit([change % 2 === 0 ? bob.address : alice.address])
    await run.pass(10)
  }
  expect(run.at()).toBe('address-changed')
  expect(run.world.challenges - before).toBe(1)
})

test.each([
  ['wrong-signer', 'other-signer'],
  ['switches-silently', 'address-changed'],
] as const)('%s: the server’s refusal is shown as %s', async (behavior, phase) => {
  const run = createTestContext(behavior)
  run.world.signInProblems.push({ code: 'signature.refused' })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  expect(run.at()).toBe(phase)
  run.provider.play('good')
  run.signIn.send({ type: 'proceed' })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(new Set(run.submitted.map(({ text }) => parseMessage(text).nonce)).size).toBe(2)
})

test('a message that is not signed in time is replaced', async () => {
  const run = await chooseWallet('never-signs')
  await run.pass(301_000)
  expect(run.at()).toBe('expired')
  run.provider.play('good')
  run.signIn.send({ type: 'proceed' })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  const [first, second] = run.provider.texts.map((text) => parseMessage(text).nonce)
  expect(first).not.toBe(second)
})

test('the challenge stays fresh for hours, so that a tap never waits', async () => {
  const run = createTestContext('good')
  await run.pass(3 * 3_600_000 + 10_000)
  expect(run.signIn.getSnapshot().slot.at).toBe('ready')
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
})

test('a tap before the challenge has come is not lost', async () => {
  const slow = createTestContext('good', { latency: 3_000 })
  await slow.pass(1_100)
  slow.signIn.send({ type: 'wallet-chosen', wallet })
  await slow.pass(500)
  expect(slow.at()).toBe('preparing')
  await slow.pass(10_000)
  expect(slow.at()).toBe('done')
})

test('a chosen wallet is not asked to sign while the challenge cannot be fetched, and signs once it is there', async () => {
  const run = createTestContext('good', { latency: 3_000, challengeProblems: [{ code: 'network.unreachable' }] })
  await run.pass(1_100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(500)
  expect(run.at()).toBe('preparing')
  await run.pass(2_000)
  expect(run.at()).toBe('unreachable')
  expect(run.provider.methods).toContain('eth_requestAccounts')
  expect(run.provider.methods).not.toContain('personal_sign')
  await run.pass(15_000)
  expect(run.at()).toBe('done')
  expect(run.provider.methods.filter((method) => method === 'personal_sign')).toHaveLength(1)
})

test('offline: the signature waits, and is sent when the network is back', async () => {
  const run = createTestContext('good')
  run.world.signInProblems.push({ code: 'network.offline' })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  run.signIn.send({ type: 'connectivity-changed', isOnline: false })
  await run.pass(60_000)
  expect(run.at()).toBe('offline')
  run.signIn.send({ type: 'connectivity-changed', isOnline: true })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(run.provider.texts).toHaveLength(1)
})

test('a server that is away or limits tries is tried again by itself', async () => {
  const unreachable = { code: 'network.unreachable' }
  const run = createTestContext('good', {
    challengeProblems: [unreachable, { code: 'rate.limited', retryAfterSeconds: 30 }],
  })
  await run.pass(1_000)
  expect(run.at()).toBe('unreachable')
  await run.pass(5_000)
  expect(run.at()).toBe('rate-limited')
  await run.pass(29_000)
  expect(run.at()).toBe('rate-limited')
  await run.pass(2_000)
  expect(run.at()).toBe('choosing')
})

test('who is signed in already is told so, and may take another wallet', async () => {
  const run = createTestContext('good', { person: { name: 'Ada', address: alice.address } })
  await run.pass(100)
  expect(run.at()).toBe('already-signed-in')
  run.signIn.send({ type: 'back' })
  expect(run.at()).toBe('choosing')
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
})

test('a wallet that throws at once, or is gone, or returns no signature, ends in a state', async () => {
  const thrower: FakeEthereumProvider = {
    ...createFakeWallet({ behavior: 'good' }),
    request() {
      throw { code: 4001 }
    },
  }
  const run = createTestContext(thrower)
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(100)
  expect(run.at()).toBe('connection-declined')
  run.signIn.send({ type: 'back' })
  run.signIn.send({ type: 'wallet-chosen', wallet: { id: 'gone', name: 'Gone' } })
  await run.pass(100)
  expect(run.at()).toBe('disconnected')

  const good = createFakeWallet({ behavior: 'good' })
  const mute = createTestContext({
    ...good,
    request: async (asked) => (asked.method === 'personal_sign' ? null : good.request(asked)),
  })
  await mute.pass(100)
  mute.signIn.send({ type: 'wallet-chosen', wallet })
  await mute.pass(5_000)
  expect(mute.at()).toBe('wallet-failed')
})

/** A wallet whose events a test sends, whatever is in them. */
function createEmitter() {
  const provider = createFakeWallet({ behavior: 'never-signs' })
  const heard: ((value: unknown) => void)[] = []
  const on: FakeEthereumProvider['on'] = (event, listener) => {
    if (event === 'accountsChanged') heard.push(listener)
    provider.on(event, listener)
  }
  return { provider: { ...provider, on }, emit: (value: unknown) => heard.forEach((listener) => listener(value)) }
}

test.each([[null], [undefined], ['0x1'], [{ accounts: [] }], [42]])(
  'an account event that is no list (%j) asks the wallet which account it is on, and stays where that is the same',
  async (odd) => {
    const { provider, emit } = createEmitter()
    const run = createTestContext(provider)
    await run.pass(100)
    run.signIn.send({ type: 'wallet-chosen', wallet })
    await run.pass(5_000)
    expect(run.at()).toBe('signing')
    const asked = provider.methods.length
    emit(odd)
    await run.pass(1_000)
    expect(provider.methods.slice(asked)).toEqual(['eth_accounts'])
    expect(run.at()).toBe('signing')
    provider.switchAccount()
    await run.pass(1_000)
    expect(run.at()).toBe('address-changed')
  },
)

test('an account event that is no list, of a wallet that does not answer, says nothing', async () => {
  const { provider, emit } = createEmitter()
  const run = createTestContext({
    ...provider,
    request: async (request) => {
      if (request.method === 'eth_accounts') throw new Error('no')
      return provider.request(request)
    },
  })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  emit(null)
  await run.pass(1_000)
  expect(run.at()).toBe('signing')
})

test('linking, and the wallet is switched midway to an account that is not linked yet: goes on by itself, by a message of its own', async () => {
  const run = createTestContext('switches-address-midway', { purpose: { for: 'link', addresses: [] } })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(run.phases).not.toContain('address-changed')
  expect(run.submitted.map(({ text }) => parseMessage(text).address)).toEqual([bob.address])
})

test('confirming by the wrong account: says so, and goes on by itself after the switch', async () => {
  const run = createTestContext('good', { purpose: { for: 'step-up', addresses: [bob.address] } })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  expect(run.at()).toBe('other-address')
  expect(run.provider.methods).not.toContain('personal_sign')
  run.provider.switchAccount()
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(parseMessage(run.submitted[0]?.text ?? '').address).toBe(bob.address)
  expect(run.left).toEqual(['/account'])
})

test('stops', async () => {
  const run = await chooseWallet('slow')
  run.signIn.stop()
  await run.pass(60_000)
  expect(run.at()).toBe('connecting')
  expect(vi.getTimerCount()).toBe(0)
})

test('writes a text as its UTF-8 bytes', () => {
  expect(encodeHexText('aé\n')).toBe('0x61c3a90a')
})

const readChains = [{ id: '10', name: 'OP Mainnet' }]
const word = (value: number) => value.toString(16).padStart(64, '0')

/** A wallet that is a contract on chain 10, and what it hands out; with owners where it tells of any. */
function contractWallet({
  chainId = 10,
  needed,
  behavior = 'good',
  sign = async () => '0xbeef',
}: {
  chainId?: number
  needed?: number
  behavior?: EthereumWalletBehavior
  sign?: (text: string) => Promise<string>
} = {}) {
  const callChain = async (method: string, [asked]: readonly unknown[]) => {
    if (method === 'eth_getCode') return '0x6001'
    if (needed === undefined) return '0x'
    return (asked as { data: string }).data === '0xe75235b8' ? `0x${word(needed)}` : `0x${word(32)}${word(3)}`
  }
  return createFakeWallet({ behavior, contract: { address: alice.address, chainId, sign, callChain } })
}

test('where the server reads no chain, no wallet is asked what it is', async () => {
  const run = await chooseWallet(contractWallet())
  await run.pass(10_000)
  expect(run.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
  expect(run.kinds).toEqual([undefined])
})

test('where it reads one, a plain key is asked once what it is, and nothing else is different', async () => {
  const plain = await chooseWallet('good', { readChains })
  const timed = await chooseWallet('good')
  for (const run of [plain, timed]) await run.pass(10_000)
  expect(plain.phases).toEqual(timed.phases)
  expect(plain.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_getCode', 'personal_sign'])
  expect(plain.kinds).toEqual([undefined])
})

test('a wallet that never says what it is holds nobody up for longer than 400 ms', async () => {
  const run = await chooseWallet(contractWallet({ behavior: 'never-asks-chain' }), { readChains })
  await run.pass(401)
  expect(run.at()).toBe('message-ready')
  expect(run.kinds).toEqual([undefined])
})

test('a contract wallet gets a message of its own kind, which names its own chain', async () => {
  const run = await chooseWallet(contractWallet(), { readChains })
  await run.pass(10_000)
  expect(run.kinds).toEqual([undefined, 'contract'])
  expect(run.phases).toEqual([
    'discovering',
    'choosing',
    'connecting',
    'preparing',
    'message-ready',
    'signing',
    'checking',
    'done',
  ])
  expect(parseMessage(run.submitted[0]?.text ?? '').chainId).toBe('10')
})

test('S4 a contract wallet on a chain that the server does not read signs nothing', async () => {
  const provider = contractWallet({ chainId: 1 })
  const run = await chooseWallet(provider, { readChains })
  await run.pass(10_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({
    at: 'refused',
    code: 'chain.not_read',
    signed: null,
    connected: { chainId: '1' },
  })
  expect(run.provider.methods).not.toContain('personal_sign')
  expect(run.submitted).toEqual([])
  // The person changes to a chain that is read, and the wallet is asked anew.
  run.signIn.send({ type: 'proceed' })
  await run.pass(100)
  expect(run.provider.methods.filter((method) => method === 'eth_requestAccounts')).toHaveLength(2)
})

test('where the server reads no chain, a contract’s signature that is refused is told from a wrong account', async () => {
  const run = createTestContext(contractWallet())
  await run.pass(100)
  run.world.signInProblems.push({ code: 'signature.refused' })
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(10_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'refused', code: 'chain.not_read' })
})

/** A wallet of two owners that keeps its message open, and leaves its first questions about the chain without an answer. */
function forgetfulWallet(unanswered: (method: string, count: number) => boolean) {
  const provider = contractWallet({ needed: 2, sign: () => new Promise(() => undefined) })
  const counts = new Map<string, number>()
  const request: FakeEthereumProvider['request'] = async (asked) => {
    const count = (counts.get(asked.method) ?? 0) + 1
    counts.set(asked.method, count)
    return unanswered(asked.method, count) ? new Promise(() => undefined) : provider.request(asked)
  }
  return { ...provider, request }
}

test.each([
  ['the code at its address', 'eth_getCode', 1, 2],
  ['its owners', 'eth_call', 2, 1],
] as const)(
  'a wallet that did not answer once about %s is asked again while it waits, and shown as shared then',
  async (_, method, failures, messages) => {
    const run = createTestContext(
      forgetfulWallet((asked, count) => asked === method && count <= failures),
      { readChains },
    )
    await run.pass(100)
    run.signIn.send({ type: 'wallet-chosen', wallet })
    await run.pass(1_500)
    expect(run.at()).toBe('signing')
    await run.pass(4_000)
    expect(run.signIn.getSnapshot().phase).toMatchObject({
      at: 'awaiting',
      draft: { contract: { owners: { needed: 2, count: 3 } } },
    })
    expect(run.kinds.at(-1)).toBe('contract')
    expect(run.provider.methods.filter((asked) => asked === 'personal_sign')).toHaveLength(messages)
  },
)

test('a wallet that never answers about the chain is asked for as long as a signature is not slow', async () => {
  const provider = forgetfulWallet((asked) => asked === 'eth_getCode')
  let asked = 0
  const run = createTestContext(
    {
      ...provider,
      request: async (request) => ((asked += Number(request.method === 'eth_getCode')), provider.request(request)),
    },
    { readChains },
  )
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(30_000)
  expect(run.at()).toBe('signing')
  const before = asked
  expect(before).toBeLessThan(12)
  await run.pass(60_000)
  expect(asked).toBe(before)
})

test('a wallet that returns the signature of an earlier message is said to, and nothing is sent', async () => {
  const good = createFakeWallet({ behavior: 'good' })
  let first: unknown
  const run = createTestContext({
    ...good,
    request: async (asked) =>
      asked.method === 'personal_sign' ? (first ??= await good.request(asked)) : good.request(asked),
  })
  run.world.signInProblems.push({ code: 'challenge.unusable' })
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  expect(run.at()).toBe('expired')
  run.signIn.send({ type: 'proceed' })
  await run.pass(5_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'refused', code: 'wallet.earlier_signature' })
  expect(run.submitted).toHaveLength(1)
})

const awaited: ServerProblem = { code: 'signature.awaited' }

test('several owners: the server is asked every 15 s while the page is seen, and not while it is hidden', async () => {
  const run = createTestContext(contractWallet({ needed: 2, sign: () => new Promise(() => undefined) }), { readChains })
  await run.pass(100)
  run.world.signInProblems.push(awaited, awaited, awaited)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(1_000)
  expect(run.signIn.getSnapshot().phase).toMatchObject({
    at: 'awaiting',
    draft: { contract: { owners: { needed: 2, count: 3 } } },
  })
  await run.pass(15_000)
  expect(run.submitted.map(({ signature }) => signature)).toEqual(['0x'])
  run.signIn.send({ type: 'visibility-changed', isVisible: false })
  await run.pass(60_000)
  expect(run.submitted).toHaveLength(1)
  run.signIn.send({ type: 'visibility-changed', isVisible: true })
  await run.pass(100)
  expect(run.submitted).toHaveLength(2)
  run.signIn.send({ type: 'proceed' })
  await run.pass(100)
  expect(run.submitted).toHaveLength(3)
  run.signIn.send({ type: 'proceed' })
  await run.pass(100)
  expect(run.at()).toBe('done')
  expect(run.kinds).toEqual([undefined, 'contract'])
})

test('a signature that comes while the server is being asked waits for its answer, so that one message is not handed in twice', async () => {
  let approve: (signature: string) => void = () => undefined
  const provider = contractWallet({ needed: 2, sign: () => new Promise((resolve) => (approve = resolve)) })
  const run = createTestContext(provider, { readChains, latency: 200 })
  await run.pass(300)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(2_000)
  expect(run.at()).toBe('awaiting')
  // The server says yes to this one.
  run.signIn.send({ type: 'proceed' })
  approve('0xbeef')
  await run.pass(100)
  expect(run.at()).toBe('checking')
  await run.pass(5_000)
  expect(run.at()).toBe('done')
  expect(run.submitted.map(({ signature }) => signature)).toEqual(['0x'])
})

test('an empty signature of a contract wallet says that its owners approve on the chain; of a key it is none', async () => {
  const run = createTestContext(contractWallet({ sign: async () => '0x' }), { readChains })
  await run.pass(100)
  run.world.signInProblems.push(awaited)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(1_000)
  expect(run.at()).toBe('awaiting')
  expect(run.submitted.map(({ signature }) => signature)).toEqual(['0x'])
  const key = await chooseWallet(
    createFakeWallet({
      behavior: 'good',
      contract: { address: alice.address, chainId: 1, sign: async () => '0x', callChain: async () => '0x' },
    }),
  )
  await key.pass(1_000)
  expect(key.at()).toBe('wallet-failed')
  expect(key.submitted).toEqual([])
})

test('owners that are not known of are thought of after 20 s, and a message of theirs is not renewed when it expires', async () => {
  const run = createTestContext(contractWallet({ behavior: 'never-signs' }), { readChains })
  await run.pass(100)
  run.world.signInProblems.push(...Array.from({ length: 400 }, () => awaited))
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(1_000)
  expect(run.at()).toBe('signing')
  await run.pass(20_000)
  expect(run.at()).toBe('awaiting')
  await run.pass(3_600_000)
  expect(run.at()).toBe('expired')
  await run.pass(600_000)
  expect(run.kinds).toEqual([undefined, 'contract'])
  run.signIn.send({ type: 'proceed' })
  await run.pass(700)
  expect(run.kinds).toEqual([undefined, 'contract', 'contract'])
  expect(run.at()).toBe('signing')
})

test('S9 a chain that cannot be read spends nothing: the same signature is sent again by itself', async () => {
  const run = createTestContext(contractWallet(), { readChains })
  await run.pass(100)
  run.world.signInProblems.push({ code: 'chain.unavailable' }, { code: 'chain.unavailable' })
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(1_500)
  expect(run.signIn.getSnapshot().phase).toMatchObject({ at: 'chain-unavailable', tries: 0 })
  await run.pass(30_000)
  expect(run.at()).toBe('done')
  expect(new Set(run.submitted.map(({ text, signature }) => text + signature)).size).toBe(1)
  expect(run.submitted).toHaveLength(3)
  expect(run.provider.texts).toHaveLength(1)
})

test('who comes back finds the same message, and the wallet that is asked again gets that one', async () => {
  const challenge = makeChallenge(77, readChains, 3_600_000)
  const connected = {
    wallet: { id: 'fox', name: 'Fox' },
    address: alice.address,
    chainId: '10',
    contract: { owners: { needed: 2, count: 3 } },
  }
  const resumed = resumeProof(challenge, connected, Date.now() + 3_600_000, Date.now())
  if (resumed === null) throw new Error('nothing to come back to')
  const run = createTestContext(contractWallet({ behavior: 'never-asks-chain', sign: async () => '0xbeef' }), {
    readChains,
    resumed,
  })
  run.world.signInProblems.push(awaited)
  await run.pass(100)
  expect(run.challenges).toBe(0)
  expect(run.submitted).toEqual([{ text: resumed.phase.draft.text, signature: '0x' }])
  run.signIn.send({ type: 'ask-wallet', wallet })
  await run.pass(10_000)
  expect(run.provider.texts).toEqual([resumed.phase.draft.text])
  expect(run.at()).toBe('done')
  expect(run.kinds).toEqual([])
})

test('a message cannot be resumed for a chain that it may no longer name', () => {
  const connected = { wallet, address: alice.address, chainId: '99', contract: { owners: null } }
  expect(resumeProof(makeChallenge(1, readChains), connected, Date.now() + 1_000, Date.now())).toBeNull()
})

test('a wallet that fails while its owners take their time changes nothing; that they declined does', async () => {
  const failing = await chooseWallet(contractWallet({ needed: 2, behavior: 'cannot-sign' }), { readChains })
  await failing.pass(2_000)
  expect(failing.at()).toBe('awaiting')
  const declining = await chooseWallet(contractWallet({ needed: 2, behavior: 'declines-sign' }), { readChains })
  await declining.pass(2_000)
  expect(declining.at()).toBe('signature-declined')
})

describe('a wallet that is asked to connect and to sign in at once (ERC-7846)', () => {
  /** It takes what is asked by what it writes; everything else it does as a good wallet does. */
  function walletThat(answer: (fields: Record<string, string>) => Promise<unknown>): FakeEthereumProvider {
    const provider = createFakeWallet({ behavior: 'good' })
    const request: FakeEthereumProvider['request'] = (asked) => {
      if (asked.method !== 'wallet_connect') return provider.request(asked)
      provider.methods.push(asked.method)
      const [{ capabilities }] = asked.params as [{ capabilities: { signInWithEthereum: Record<string, string> } }]
      return answer(capabilities.signInWithEthereum)
    }
    return { ...provider, request }
  }
  const write = ({ nonce, issuedAt, expirationTime }: Record<string, string>, chainId = '1'): string => {
    const { message } = makeChallenge(1)
    const fields = { ...message, nonce: nonce ?? '', issuedAt: issuedAt ?? '', expirationTime: expirationTime ?? '' }
    return serializeMessage({ ...fields, address: alice.address, chainId }).text
  }
  const connected = (capability: unknown) => ({
    accounts: [{ address: alice.address, capabilities: { signInWithEthereum: capability } }],
  })

  test('signs in with one window of its own', async () => {
    const provider = walletThat(async (fields) => connected({ message: write(fields), signature: '0x1234' }))
    const run = await chooseWallet(provider, { atOnce: true })
    await run.pass(10_000)
    expect(run.provider.methods).toEqual(['wallet_connect'])
    expect(run.submitted).toEqual([
      { text: write({ ...parseMessage(run.submitted[0]?.text ?? '') } as never), signature: '0x1234' },
    ])
    expect(run.at()).toBe('done')
    expect(run.phases).not.toContain('signing')
  })

  test('and does not know it goes the ordinary way by itself', async () => {
    const run = await chooseWallet('good', { atOnce: true })
    await run.pass(10_000)
    expect(run.provider.methods).toEqual(['wallet_connect', 'eth_requestAccounts', 'eth_chainId', 'personal_sign'])
    expect(run.at()).toBe('done')
  })

  test.each<[string, (fields: Record<string, string>) => unknown]>([
    ['an error inside the capability', () => connected({ code: 4200, message: 'no' })],
    ['a message of its own', (fields) => connected({ message: `${write(fields)} `, signature: '0x1234' })],
    ['no capability', () => connected(undefined)],
  ])('and answers with %s is connected, and shown the message to sign', async (_what, answer) => {
    const run = await chooseWallet(
      walletThat(async (fields) => answer(fields)),
      { atOnce: true },
    )
    await run.pass(10_000)
    expect(run.provider.methods.filter((method) => method !== 'eth_chainId')).toEqual([
      'wallet_connect',
      'personal_sign',
    ])
    expect(run.submitted.map(({ text }) => text)).toEqual(run.provider.texts)
  })

  test('and whose person says no has said it', async () => {
    const run = await chooseWallet(
      walletThat(() => Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))),
      { atOnce: true },
    )
    await run.pass(10_000)
    expect(run.provider.methods).toEqual(['wallet_connect'])
    expect(run.at()).toBe('connection-declined')
  })

  test('is asked for nothing but a sign-in in this way', async () => {
    const run = await chooseWallet('good', { atOnce: true, purpose: { for: 'step-up', addresses: [alice.address] } })
    await run.pass(10_000)
    expect(run.provider.methods).not.toContain('wallet_connect')
  })
})

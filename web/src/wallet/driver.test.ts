// The whole flow as a person lives it, with fake wallets and a clock that the test moves: machine, driver and message
// together. Each test ends in a state that the screen shows.
import { createFakeWallet } from '@countersign/testing/fake-wallet'
import type { FakeProvider, WalletBehaviour } from '@countersign/testing/fake-provider'
import { testKeys } from '@countersign/testing/test-keys'
import { parseMessage } from '@countersign/message'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startProof, toHexadecimal } from './driver.ts'
import type { Proof, ServerAnswer } from './driver.ts'
import type { Accepted, ServerProblem } from './events.ts'
import { messageWriter } from './message-writer.ts'
import { readWalletProblem } from './problem.ts'
import type { Purpose } from './purpose.ts'
import type { Challenge, PhaseName, SignedInPerson } from './states.ts'

const { alice, bob } = testKeys
const wallet = { id: 'w', name: 'Fox' }

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function makeChallenge(count: number, chainIds = ['1', '10']): Challenge {
  const issuedAt = new Date().toISOString()
  const expiresAt = new Date(Date.now() + 300_000).toISOString()
  const nonce = `nonce${String(count).padStart(8, '0')}`
  const message = { scheme: 'https', domain: 'site.example', statement: 'Sign in.', uri: 'https://site.example', version: '1' } as const
  return { id: '0'.repeat(26), message: { ...message, nonce, issuedAt, expirationTime: expiresAt }, chainIds, readChains: [], expiresAt }
}

interface Given {
  purpose?: Purpose
  person?: SignedInPerson | null
  latency?: number
  challengeProblems?: ServerProblem[]
}

/** A world with one wallet and a server that accepts what it is sent, unless told otherwise. */
function createWorld(behaviour: WalletBehaviour | FakeProvider, given: Given = {}) {
  const provider = typeof behaviour === 'string' ? createFakeWallet({ behaviour }) : behaviour
  const world = {
    provider,
    /** What the server answers next; empty means that it accepts. */
    challengeProblems: [...(given.challengeProblems ?? [])],
    signInProblems: [] as ServerProblem[],
    challenges: 0,
    submitted: [] as { text: string; signature: string }[],
    phases: [] as PhaseName[],
    left: [] as string[],
    remembered: [] as string[],
  }
  const later = async <Answer>(answer: ServerAnswer<Answer>) => {
    await new Promise((resolve) => setTimeout(resolve, given.latency ?? 50))
    return answer
  }
  const signIn: Proof = startProof(
    {
      now: () => Date.now(),
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
      providerOf: (id) => (id === wallet.id ? provider : undefined),
      readSession: () => later({ ok: true, answer: given.person ?? null }),
      createChallenge() {
        const problem = world.challengeProblems.shift()
        world.challenges += 1
        return later(problem ? { ok: false, problem } : { ok: true, answer: makeChallenge(world.challenges) })
      },
      submit(text, signature) {
        world.submitted.push({ text, signature })
        const problem = world.signInProblems.shift()
        return later(problem ? { ok: false, problem } : { ok: true, answer: accepted })
      },
      present: () => Promise.resolve(messageWriter),
      readProblem: async (thrown) => readWalletProblem(thrown),
      remember: (id) => world.remembered.push(id),
      leave: (path) => world.left.push(path),
      reload: () => world.left.push('(reload)'),
    },
    given.purpose ?? { for: 'sign-in' },
    { isVisible: true, isOnline: true },
  )
  const note = () => {
    const { at } = signIn.getSnapshot().phase
    if (world.phases.at(-1) !== at) world.phases.push(at)
  }
  note()
  signIn.subscribe(note)
  signIn.send({ type: 'wallets-found', count: 1, settled: true })
  return { ...world, world, signIn, at: () => signIn.getSnapshot().phase.at, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

const accepted: Accepted = { name: null, next: '/account' }

async function choose(behaviour: WalletBehaviour, given?: Given) {
  const run = createWorld(behaviour, given)
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  return run
}

test('one tap connects, shows the message, signs, and goes on', async () => {
  const run = await choose('good')
  await run.pass(10_000)
  expect(run.phases).toEqual(['discovering', 'choosing', 'connecting', 'message-ready', 'signing', 'checking', 'done'])
  expect(run.provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
  expect(run.submitted.map(({ text }) => text)).toEqual(run.provider.texts)
  expect(run.left).toEqual(['/account'])
  expect(run.remembered).toEqual(['w'])
})

test('the wallet is asked within the tap itself', async () => {
  const run = createWorld('good')
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  expect(run.provider.methods).toEqual(['eth_requestAccounts'])
})

test('the message is shown before the wallet opens', async () => {
  const run = await choose('good')
  await run.pass(400)
  expect(run.at()).toBe('message-ready')
  expect(run.provider.methods).not.toContain('personal_sign')
})

test('an address in small letters is put into checksum form', async () => {
  const run = await choose('lower-case-address')
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(parseMessage(run.submitted[0]?.text ?? '').address).toBe(alice.address)
})

test.each(['other-chain', 'never-tells-chain'] as const)('%s: the first chain of the server is named, and no switch is asked for', async (behaviour) => {
  const run = await choose(behaviour)
  await run.pass(10_000)
  expect(run.at()).toBe('done')
  expect(parseMessage(run.submitted[0]?.text ?? '').chainId).toBe('1')
  expect(run.provider.methods.filter((method) => method.startsWith('wallet_'))).toEqual([])
})

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
] as const)('%s ends in %s', async (behaviour, phase) => {
  const run = await choose(behaviour)
  await run.pass(5_000)
  expect(run.at()).toBe(phase)
  expect(run.submitted).toEqual([])
})

test.each(['locked', 'pending'] as const)('%s: goes on by itself once the person has answered in the wallet', async (behaviour) => {
  const run = await choose(behaviour)
  await run.pass(5_000)
  run.provider.approve()
  await run.pass(10_000)
  expect(run.at()).toBe('done')
})

test('pending: goes on even if the wallet does not say that something changed', async () => {
  const run = await choose('pending')
  await run.pass(5_000)
  run.provider.play('good')
  await run.provider.request({ method: 'eth_requestAccounts' })
  await run.pass(10_000)
  expect(run.at()).toBe('done')
})

test('pending-sign: sends the message again until the wallet takes it', async () => {
  const run = await choose('pending-sign')
  await run.pass(10_000)
  expect(run.phases).toContain('signature-open')
  expect(run.at()).toBe('done')
  expect(new Set(run.provider.texts).size).toBe(1)
})

test('a connection that takes long says so, a signature that takes long can be asked for again', async () => {
  const connecting = await choose('never-answers')
  await connecting.pass(7_900)
  expect(connecting.signIn.getSnapshot().phase).toMatchObject({ at: 'connecting', slowAt: expect.any(Number) })
  await connecting.pass(200)
  expect(connecting.signIn.getSnapshot().phase).toMatchObject({ at: 'connecting', slowAt: null })

  const signing = await choose('never-signs')
  await signing.pass(21_000)
  expect(signing.signIn.getSnapshot().phase).toMatchObject({ at: 'signing', slowAt: null })
  signing.provider.play('good')
  signing.signIn.send({ type: 'proceed' })
  await signing.pass(5_000)
  expect(signing.at()).toBe('done')
})

test('an answer that comes after the person gave up is not listened to', async () => {
  const run = await choose('slow')
  await run.pass(100)
  run.signIn.send({ type: 'back' })
  await run.pass(10_000)
  expect(run.at()).toBe('choosing')
  expect(run.provider.methods).not.toContain('personal_sign')
})

test('a switch midway makes a new message from a new challenge, and the old signature is not sent', async () => {
  const run = await choose('switches-address-midway')
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

test.each([
  ['wrong-signer', 'other-signer'],
  ['switches-silently', 'address-changed'],
] as const)('%s: the server’s refusal is shown as %s', async (behaviour, phase) => {
  const run = createWorld(behaviour)
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
  const run = await choose('never-signs')
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
  const run = createWorld('good')
  await run.pass(3 * 3_600_000 + 10_000)
  expect(run.signIn.getSnapshot().slot.at).toBe('held')
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
})

test('a tap before the challenge has come is not lost', async () => {
  const slow = createWorld('good', { latency: 3_000 })
  await slow.pass(1_100)
  slow.signIn.send({ type: 'wallet-chosen', wallet })
  await slow.pass(500)
  expect(slow.at()).toBe('preparing')
  await slow.pass(10_000)
  expect(slow.at()).toBe('done')
})

test('offline: the signature waits, and is sent when the network is back', async () => {
  const run = createWorld('good')
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
  const run = createWorld('good', { challengeProblems: [unreachable, { code: 'rate.limited', retryAfterSeconds: 30 }] })
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
  const run = createWorld('good', { person: { name: 'Ada', address: alice.address } })
  await run.pass(100)
  expect(run.at()).toBe('already-signed-in')
  run.signIn.send({ type: 'back' })
  expect(run.at()).toBe('choosing')
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(5_000)
  expect(run.at()).toBe('done')
})

test('a wallet that throws at once, or is gone, or returns no signature, ends in a state', async () => {
  const thrower: FakeProvider = {
    ...createFakeWallet({ behaviour: 'good' }),
    request() {
      throw { code: 4001 }
    },
  }
  const run = createWorld(thrower)
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet })
  await run.pass(100)
  expect(run.at()).toBe('connection-declined')
  run.signIn.send({ type: 'back' })
  run.signIn.send({ type: 'wallet-chosen', wallet: { id: 'gone', name: 'Gone' } })
  await run.pass(100)
  expect(run.at()).toBe('disconnected')

  const good = createFakeWallet({ behaviour: 'good' })
  const mute = createWorld({ ...good, request: async (asked) => (asked.method === 'personal_sign' ? null : good.request(asked)) })
  await mute.pass(100)
  mute.signIn.send({ type: 'wallet-chosen', wallet })
  await mute.pass(5_000)
  expect(mute.at()).toBe('wallet-failed')
})

test('confirming by the wrong account: says so, and goes on by itself after the switch', async () => {
  const run = createWorld('good', { purpose: { for: 'step-up', addresses: [bob.address] } })
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
  const run = await choose('slow')
  run.signIn.stop()
  await run.pass(60_000)
  expect(run.at()).toBe('connecting')
  expect(vi.getTimerCount()).toBe(0)
})

test('writes a text as its UTF-8 bytes', () => {
  expect(toHexadecimal('aé\n')).toBe('0x61c3a90a')
})

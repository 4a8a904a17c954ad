// Carries out what the machine asks for: speaks to the wallet and the server, keeps the time, and reports back. All it
// touches is handed in, so that a test drives it with a clock of its own.
import { askContract } from './ask-contract.ts'
import type { Effect, PageState, State, Step } from './machine-state.ts'
import type { Accepted, Event, ServerAnswer } from './events.ts'
import { explain } from './explain.ts'
import { reduce, start } from './machine.ts'
import { readWalletProblem } from './problem.ts'
import { readAccounts, readChainId, toHexadecimal } from './provider.ts'
import type { AskWallet, Provider } from './provider.ts'
import type { AtOnce } from './one-prompt.ts'
import type { Purpose } from './purpose.ts'
import type { Resumed } from './machine.ts'
import { wakeAt } from './machine-state.ts'
import { walletOf } from './states.ts'
import type { Challenge, ChosenWallet, Draft, Signed, SignedInPerson } from './states.ts'

/** What the driver needs of the world. */
export interface ProofSurroundings {
  readonly now: () => number
  /** Calls back once after a time; answers the function that calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly providerOf: (walletId: string) => Provider | undefined
  readonly readSession: () => Promise<ServerAnswer<SignedInPerson | null>>
  /** @param walletKind given for a contract wallet, whose owners may take their time */
  readonly createChallenge: (walletKind?: 'contract') => Promise<ServerAnswer<Challenge>>
  /** Hands in what the wallet signed. */
  readonly submit: (message: string, signature: string) => Promise<ServerAnswer<Accepted>>
  /** How a wallet is asked to connect and to sign in at once; null for one that is known to want one after the other. */
  readonly atOnceOf: (walletId: string) => AskAtOnce | null
  readonly remember: (walletId: string) => void
  readonly leave: (path: string) => void
  readonly reload: () => void
}

/** @returns null where the wallet does not know how, and is to be asked the ordinary way */
export type AskAtOnce = (challenge: Challenge) => Promise<AtOnce | null>

/** The proof of a wallet under way, in the form that React's `useSyncExternalStore` reads. */
export interface Proof {
  subscribe(listener: () => void): () => void
  getSnapshot(): State
  send(event: Event): void
  stop(): void
}

/** A wallet that does not say at once which chain it is on is not waited for: the server's first chain will do. */
const chainMilliseconds = 1_500
const accountMilliseconds = 1_500
/** A wallet that does not say at once what stands at its address is taken for a key. */
const contractMilliseconds = 400

/** Starts to prove a wallet: everything after this happens by `send`, and by what wallet, server and time report. */
export function startProof(
  surroundings: ProofSurroundings,
  purpose: Purpose,
  page: PageState,
  resumed: Resumed | null = null,
): Proof {
  const { now, after } = surroundings
  const listeners = new Set<() => void>()
  let state: State
  let isStopped = false
  let cancelAlarm = () => {}
  let watch: { readonly id: string; readonly end: () => void } | null = null

  const settle = (step: Step) => {
    const hasChanged = state !== step.state
    state = step.state
    watchWallet()
    // The wallet is asked before the screen is drawn anew: nothing stands between the tap and its window.
    for (const effect of step.effects) void carryOut(effect)
    setAlarm()
    if (hasChanged) for (const listener of listeners) listener()
  }

  const send = (event: Event) => {
    if (!isStopped) settle(reduce(state, event, now()))
  }

  const setAlarm = () => {
    cancelAlarm()
    const moment = wakeAt(state)
    // One timer for the earliest moment; timers longer than a day wrap around in some browsers.
    if (moment !== null)
      cancelAlarm = after(Math.min(Math.max(moment - now(), 0), 86_400_000), () => send({ type: 'tick' }))
  }

  const watchWallet = () => {
    const id = walletOf(state.phase)?.id ?? null
    if (watch?.id === id) return
    watch?.end()
    watch = null
    const provider = id === null ? undefined : surroundings.providerOf(id)
    if (id === null || !provider) return
    const tell = (accounts: unknown) =>
      Array.isArray(accounts) && send({ type: 'accounts-changed', walletId: id, accounts: readAccounts(accounts) })
    // Some wallets say that something has changed, and not what; one that does not answer then has said nothing.
    const hearAccounts = (accounts: unknown) =>
      void (Array.isArray(accounts) ? tell(accounts) : ask({ id }, 'eth_accounts').then(tell, String))
    const hearEnd = () => send({ type: 'wallet-disconnected', walletId: id })
    const end = () => {
      unlisten(provider, 'accountsChanged', hearAccounts)
      unlisten(provider, 'disconnect', hearEnd)
    }
    watch = { id, end }
    listen(provider, 'accountsChanged', hearAccounts)
    listen(provider, 'disconnect', hearEnd)
  }

  /** Asks a wallet at once, within the same turn of the browser; what it throws right away counts as its answer. */
  const ask = (wallet: Pick<ChosenWallet, 'id'>, method: string, params?: readonly unknown[]): Promise<unknown> => {
    const provider = surroundings.providerOf(wallet.id)
    if (!provider) return Promise.reject(new Error('disconnected'))
    try {
      return Promise.resolve(provider.request(params ? { method, params } : { method }))
    } catch (thrown) {
      return Promise.reject(thrown)
    }
  }

  /** The answer of a wallet, or null where it fails or takes longer than the time given. */
  const askBriefly = (
    wallet: ChosenWallet,
    method: string,
    milliseconds: number,
    params?: readonly unknown[],
  ): Promise<unknown> =>
    new Promise((resolve) => {
      const cancel = after(milliseconds, () => resolve(null))
      const answer = (value: unknown) => {
        cancel()
        resolve(value)
      }
      ask(wallet, method, params).then(answer, () => answer(null))
    })

  const brieflyOf =
    (wallet: ChosenWallet, milliseconds: number): AskWallet =>
    (method, params) =>
      askBriefly(wallet, method, milliseconds, params)

  const connect = async ({ attempt, wallet, method }: Effect & { type: 'connect' }) => {
    try {
      const { slot, purpose } = state
      // Only a sign-in takes whoever comes, and so can be signed before anybody knows with which address.
      const mayBoth = method === 'eth_requestAccounts' && purpose.for === 'sign-in'
      const askAtOnce = mayBoth ? surroundings.atOnceOf(wallet.id) : null
      // Whoever is asked the ordinary way is asked within this turn of the browser.
      const once = askAtOnce && slot.at === 'held' ? await askAtOnce(slot.challenge) : null
      const accounts = once?.accounts ?? readAccounts(await ask(wallet, method))
      const [account] = accounts
      // What is signed already needs nothing more to be known of its wallet.
      const signed = once?.signed
      const [chain, contract] = await Promise.all([
        !account || signed ? null : askBriefly(wallet, 'eth_chainId', chainMilliseconds),
        signed ? null : account && readsChains() ? contractOf(wallet, account) : undefined,
      ])
      const chainId = signed ? signed.chainId : readChainId(chain)
      send({ type: 'connected', attempt, accounts, chainId, ...(contract !== undefined && { contract }) })
      if (signed) send({ type: 'signed', attempt: state.attempt, ...signed })
    } catch (thrown) {
      send({ type: 'connection-failed', attempt, problem: readWalletProblem(thrown) })
    }
  }

  /** Whether this server reads a chain, as far as it has said by now. */
  const readsChains = () => state.slot.at === 'held' && state.slot.challenge.readChains.length > 0

  const contractOf = (wallet: ChosenWallet, address: string) =>
    askContract(brieflyOf(wallet, contractMilliseconds), address)

  const tellContract = async ({ attempt, connected }: Effect & { type: 'ask-contract' }) => {
    const contract = await contractOf(connected.wallet, connected.address)
    send({ type: 'contract-told', attempt, contract })
  }

  const sign = async (attempt: number, draft: Draft) => {
    try {
      const signature = await ask(draft.wallet, 'personal_sign', [toHexadecimal(draft.text), draft.address])
      send({ type: 'signed', attempt, signature })
    } catch (thrown) {
      send({ type: 'signature-failed', attempt, problem: readWalletProblem(thrown) })
    }
  }

  /** One request at a time asks whether the owners have approved; a signature that arrives meanwhile waits for it. */
  let asking: Promise<void> = Promise.resolve()
  const askOwners = async (attempt: number, draft: Draft) => {
    const result = await surroundings.submit(draft.text, '0x')
    if (result.ok) send({ type: 'verified', attempt, answer: result.answer })
    else send({ type: 'not-approved', attempt, problem: result.problem })
  }

  const submit = async (attempt: number, signed: Signed) => {
    await asking
    if (state.phase.at !== 'checking' || state.attempt !== attempt) return
    const result = await surroundings.submit(signed.text, signed.signature)
    if (result.ok) return send({ type: 'verified', attempt, answer: result.answer })
    const explained = await explain(signed, result.problem, brieflyOf(signed.wallet, accountMilliseconds))
    send({ type: 'turned-down', attempt, ...explained })
  }

  const look = async (wallet: ChosenWallet) => {
    const accounts = readAccounts(await askBriefly(wallet, 'eth_accounts', accountMilliseconds))
    if (accounts.length > 0) send({ type: 'accounts-changed', walletId: wallet.id, accounts })
  }

  const fetchChallenge = async ({ request, walletKind }: Effect & { type: 'fetch-challenge' }) => {
    const result = await surroundings.createChallenge(walletKind)
    if (result.ok) send({ type: 'challenge-arrived', request, challenge: result.answer })
    else send({ type: 'challenge-failed', request, problem: result.problem })
  }

  const readSession = async () => {
    const result = await surroundings.readSession()
    send({ type: 'session-read', person: result.ok ? result.answer : null })
  }

  const carryOut = (effect: Effect): Promise<void> | void => {
    switch (effect.type) {
      case 'read-session':
        return readSession()
      case 'fetch-challenge':
        return fetchChallenge(effect)
      case 'connect':
        return connect(effect)
      case 'look':
        return look(effect.wallet)
      case 'remember':
        return surroundings.remember(effect.wallet.id)
      case 'leave':
        return surroundings.leave(effect.path)
      case 'reload':
        return surroundings.reload()
      case 'ask-contract':
        return tellContract(effect)
      case 'ask-owners':
        asking = askOwners(effect.attempt, effect.draft)
        return asking
      case 'sign':
        return sign(effect.attempt, effect.draft)
      case 'submit':
        return submit(effect.attempt, effect.signed)
    }
  }

  const first = start(now(), purpose, page, resumed)
  state = first.state
  settle(first)

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    send,
    stop() {
      isStopped = true
      cancelAlarm()
      watch?.end()
      listeners.clear()
    },
  }
}

type Listener = (value: unknown) => void

/** Listens where the wallet lets itself be listened to; one that throws here can still be asked. */
function listen(provider: Provider, event: string, listener: Listener): void {
  try {
    provider.on?.(event, listener)
  } catch {
    return
  }
}

function unlisten(provider: Provider, event: string, listener: Listener): void {
  try {
    provider.removeListener?.(event, listener)
  } catch {
    return
  }
}

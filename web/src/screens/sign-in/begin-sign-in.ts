// Puts the sign-in into this browser: the machine's driver with the real window, clock, storage and server.
import type { CallName } from '@countersign/api/routes'
import { call } from '../../api.ts'
import type { CallResult } from '../../api.ts'
import { paths, readInteractionId, readNext } from '../../paths.ts'
import { discoverWallets } from '../../wallet/discover.ts'
import type { Discovery } from '../../wallet/discover.ts'
import { startSignIn } from '../../wallet/driver.ts'
import type { ServerAnswer, SignIn } from '../../wallet/driver.ts'
import { isOwnPath } from '../../wallet/own-path.ts'
import { createRecentWallet } from '../../wallet/recent.ts'
import type { SignedInPerson } from '../../wallet/states.ts'
import { loadDemonstrationWallet } from '../../wallet/load-demonstration-wallet.ts'
import { inTurn } from './in-turn.ts'
import { readProblem } from './read-problem.ts'

/** A sign-in under way in this browser. */
export interface RunningSignIn {
  readonly discovery: Discovery
  readonly signIn: SignIn
  /** What the wallet used last calls itself; null where none is remembered. */
  readonly recentKey: string | null
  /** Calls back when the server says that the application's sign-in is over. @returns the function that ends it */
  readonly onInteractionOver: (listener: () => void) => () => void
}

/** Starts to look for wallets and to get everything ready for the first tap. */
export function beginSignIn(): RunningSignIn {
  const after = (milliseconds: number, run: () => void) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  }
  const recent = createRecentWallet(() => window.localStorage)
  const discovery = discoverWallets({ target: window, ethereum: () => Reflect.get(window, 'ethereum'), after })
  const interactionId = readInteractionId(location.search)
  const interaction = interactionId === null ? {} : { interaction: interactionId }
  const overListeners = new Set<() => void>()
  const hear = <Name extends CallName>(result: CallResult<Name>): CallResult<Name> => {
    if (!result.ok && result.problem.code === 'interaction.unusable') for (const listener of overListeners) listener()
    return result
  }

  const signIn = startSignIn(
    {
      now: () => Date.now(),
      after,
      providerOf: (id) => discovery.providerOf(id),
      // An application asks for a fresh proof: whoever is signed in here already is not offered to go on without one.
      readSession: async () => (interactionId === null ? readPerson() : { ok: true, answer: null }),
      createChallenge: async () =>
        take(hear(await inTurn(() => call('createChallenge', { body: { purpose: 'sign-in', ...interaction } }))), (answer) => answer),
      signIn: async (message, signature) => take(hear(await call('signIn', { body: { message, signature, ...interaction } })), (answer) => answer),
      readProblem,
      remember(id) {
        const used = discovery.getSnapshot().wallets.find((wallet) => wallet.id === id)
        if (used) recent.remember(used.key)
      },
      leave: (path) => location.assign(chooseNext(path)),
      reload: () => location.reload(),
    },
    { isVisible: document.visibilityState === 'visible', isOnline: navigator.onLine },
  )

  // It lasts as long as the document, so that nothing of it is ever undone.
  let isDemonstrationLoaded = false
  const reportWallets = () => {
    const { wallets, settled } = discovery.getSnapshot()
    signIn.send({ type: 'wallets-found', count: wallets.length, settled: settled && isDemonstrationLoaded })
  }
  const reportVisibility = () => {
    const isVisible = document.visibilityState === 'visible'
    signIn.send({ type: 'visibility-changed', isVisible })
    // The person may come back from enabling an extension.
    if (isVisible) discovery.askAgain()
  }
  // What reads a wallet's failure is fetched while the wallet is being asked, so that it is there when it is needed.
  const stopWaiting = signIn.subscribe(() => {
    if (signIn.getSnapshot().phase.at !== 'connecting') return
    stopWaiting()
    void readProblem(null)
  })
  const reportConnectivity = () => signIn.send({ type: 'connectivity-changed', isOnline: navigator.onLine })
  discovery.subscribe(reportWallets)
  reportWallets()
  document.addEventListener('visibilitychange', reportVisibility)
  window.addEventListener('online', reportConnectivity)
  window.addEventListener('offline', reportConnectivity)
  void loadDemonstrationWallet(location.hostname).then(() => {
    isDemonstrationLoaded = true
    return reportWallets()
  })

  const onInteractionOver = (listener: () => void) => {
    overListeners.add(listener)
    return () => overListeners.delete(listener)
  }
  return { discovery, signIn, recentKey: recent.read(), onInteractionOver }
}

async function readPerson(): Promise<ServerAnswer<SignedInPerson | null>> {
  return take(await call('readSession'), ({ person, session }) =>
    person && session ? { name: person.displayName, address: session.wallet?.address ?? person.address ?? person.id } : null,
  )
}

/** The server's answer in the machine's own terms. */
function take<Name extends CallName, Taken>(
  result: CallResult<Name>,
  read: (answer: (CallResult<Name> & { ok: true })['answer']) => Taken,
): ServerAnswer<Taken> {
  return result.ok ? { ok: true, answer: read(result.answer) } : { ok: false, problem: result.problem }
}

/** The server's next path; where it only says "the account", the page that sent the person here. */
function chooseNext(path: string): string {
  const isElsewhere = path !== paths.account && isOwnPath(path, location.origin)
  return isElsewhere ? path : readNext(location.search)
}

// Each kind of load runs until it is stopped or gets an unexpected response.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { createRelyingPartyTestClient, completeAuthorization } from './relying-party-test-client.ts'
import type { RefreshTokenFamily } from './relying-party-test-client.ts'
import { toLocalUrlWithoutTls } from './tls-termination-test-urls.ts'
import { createHttpTestBrowser, signInWithHttpTestBrowser } from './http-test-browser.ts'
import type { HttpTestBrowser } from './http-test-browser.ts'

export interface TestLoadGenerator {
  completedCounts: Readonly<Record<LoadKind, number>>
  /** Unexpected responses; each stopped the load of its kind. */
  failures: readonly string[]
  /** People signed in before the load started. */
  signedIn: readonly { client: HttpTestBrowser; personId: string }[]
  refreshTokenFamilies: readonly RefreshTokenFamily[]
  stop: () => Promise<void>
}

export const testLoadKinds = ['sign-in', 'code flow', 'refresh', 'look at a session', 'page'] as const
type LoadKind = (typeof testLoadKinds)[number]

const initialPeople = 6
const initialFamilies = 2
/** Key numbers used by no other test in this process. */
const firstKey = 40_000

export async function startTestLoadGenerator(origin: string): Promise<TestLoadGenerator> {
  const application = await createRelyingPartyTestClient(origin)
  let keys = firstKey
  const signIn = (): Promise<HttpTestBrowser> => signInWithHttpTestBrowser(origin, createEthereumTestKey(keys++))
  const subjects = new Map<number, string>()
  /** Signs in to the application in a new browser, and checks that the person stays the same. */
  const enter = async (keyNumber: number): Promise<RefreshTokenFamily> => {
    const startedSignIn = await application.startSignIn()
    const callback = await completeAuthorization(
      createHttpTestBrowser(origin),
      startedSignIn,
      createEthereumTestKey(keyNumber),
    )
    const family = await application.redeemCode(callback, startedSignIn)
    const known = subjects.get(keyNumber) ?? family.subject
    if (family.subject !== known) throw new Error(`the application got ${known} before, but ${family.subject} now`)
    subjects.set(keyNumber, known)
    return family
  }

  const signedIn: { client: HttpTestBrowser; personId: string }[] = []
  for (let person = 0; person < initialPeople; person++) {
    const client = await signIn()
    signedIn.push({ client, personId: requireValue(await client.readPersonId(), 'no one is signed in') })
  }
  const refreshTokenFamilies: RefreshTokenFamily[] = []
  for (let family = 0; family < initialFamilies; family++) refreshTokenFamilies.push(await enter(firstKey + family))

  const completedCounts: Record<LoadKind, number> = {
    'sign-in': 0,
    'code flow': 0,
    refresh: 0,
    'look at a session': 0,
    page: 0,
  }
  const failures: string[] = []
  let isOver = false
  const repeat = async (kind: LoadKind, work: (round: number) => Promise<unknown>): Promise<void> => {
    try {
      for (let round = 0; !isOver; round++) {
        await work(round)
        completedCounts[kind] += 1
      }
    } catch (error) {
      failures.push(`${kind}: ${(error as Error).stack} ${JSON.stringify((error as Error).cause)}`)
    }
  }
  const running = [
    repeat('sign-in', async () => {
      const client = await signIn()
      requireValue(await client.readPersonId(), 'no one is signed in')
      const { status } = await client.signOut()
      if (status !== 204 || (await client.readPersonId()) !== null) throw new Error(`not signed out: ${status}`)
    }),
    repeat('code flow', (round) => enter(firstKey + (round % initialPeople))),
    ...refreshTokenFamilies.map((family) => repeat('refresh', () => application.refreshTokens(family))),
    repeat('look at a session', async (round) => {
      const { client, personId } = requireValue(signedIn[round % signedIn.length], 'no one was signed in')
      if ((await client.readPersonId()) !== personId) throw new Error('a session has ended')
    }),
    repeat('page', () => loadPageWithFiles(origin)),
  ]
  return {
    completedCounts,
    failures,
    signedIn,
    refreshTokenFamilies,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** Reloads if a file is missing because the last instance of its release has just stopped. */
async function loadPageWithFiles(origin: string): Promise<void> {
  const missing = await listMissingFiles(origin)
  if (missing.length === 0) return
  const still = await listMissingFiles(origin)
  if (still.length > 0) throw new Error(`${missing.join(', ')}; after a reload: ${still.join(', ')}`)
}

async function listMissingFiles(origin: string): Promise<string[]> {
  const page = await fetch(toLocalUrlWithoutTls(`${origin}/sign-in`))
  const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
  if (!page.ok || files.length === 0)
    throw new Error(`The page returned ${page.status} and references ${files.length} files.`)
  const missing: string[] = []
  for (const [, file = ''] of files) {
    const response = await fetch(toLocalUrlWithoutTls(origin + file))
    await response.arrayBuffer()
    if (!response.ok) missing.push(`${file}: ${response.status}`)
  }
  return missing
}

function requireValue<Value>(value: Value | null | undefined, otherwise: string): Value {
  if (value === null || value === undefined) throw new Error(otherwise)
  return value
}

// What goes on at a site all day (load generator): people sign in and out, applications sign people in and renew their tokens, pages are opened, and who
// is signed in stays so. Each goes on until it is told to end, or until one answer is not the one that it must be.
import { createTestKey } from '@countersign/testing/test-keys'
import { createApplicationClient, goThrough } from './application-client.ts'
import type { Family } from './application-client.ts'
import { withoutTls } from './behind-tls.ts'
import { createClient, signInClient } from './client.ts'
import type { Client } from './client.ts'

/** What goes on at a site. */
export interface SiteLoad {
  /** How often each kind was done to its end. */
  done: Readonly<Record<Kind, number>>
  /** What was answered otherwise than it must be; its kind has ended with it. */
  faults: readonly string[]
  /** Whoever was signed in at the beginning, and who they are. */
  signedIn: readonly { client: Client; personId: string }[]
  /** What the application holds of each of those whose tokens it renews. */
  families: readonly Family[]
  stop: () => Promise<void>
}

export const kinds = ['sign-in', 'code flow', 'refresh', 'look at a session', 'page'] as const
type Kind = (typeof kinds)[number]

const peopleAtTheBeginning = 6
const familiesAtTheBeginning = 2
/** Of tests in which several come from one process, each with wallets of their own. */
const firstKey = 40_000

/** Signs some people in, and begins. */
export async function startLoad(origin: string): Promise<SiteLoad> {
  const application = await createApplicationClient(origin)
  let keys = firstKey
  const signIn = (): Promise<Client> => signInClient(origin, createTestKey(keys++))
  const subjects = new Map<number, string>()
  /** Somebody comes to the application, in a new browser each time, and has to be who they were. */
  const enter = async (keyNumber: number): Promise<Family> => {
    const begun = await application.begin()
    const callback = await goThrough(createClient(origin), begun, createTestKey(keyNumber))
    const family = await application.redeem(callback, begun)
    const known = subjects.get(keyNumber) ?? family.subject
    if (family.subject !== known) throw new Error(`the application was told ${known} before, and ${family.subject} now`)
    subjects.set(keyNumber, known)
    return family
  }

  const signedIn: { client: Client; personId: string }[] = []
  for (let person = 0; person < peopleAtTheBeginning; person++) {
    const client = await signIn()
    signedIn.push({ client, personId: must(await client.readPersonId(), 'nobody is signed in') })
  }
  const families: Family[] = []
  for (let family = 0; family < familiesAtTheBeginning; family++) families.push(await enter(firstKey + family))

  const done: Record<Kind, number> = { 'sign-in': 0, 'code flow': 0, refresh: 0, 'look at a session': 0, page: 0 }
  const faults: string[] = []
  let isOver = false
  const repeat = async (kind: Kind, work: (round: number) => Promise<unknown>): Promise<void> => {
    try {
      for (let round = 0; !isOver; round++) {
        await work(round)
        done[kind] += 1
      }
    } catch (error) {
      faults.push(`${kind}: ${(error as Error).stack} ${JSON.stringify((error as Error).cause)}`)
    }
  }
  const running = [
    repeat('sign-in', async () => {
      const client = await signIn()
      must(await client.readPersonId(), 'nobody is signed in')
      const { status } = await client.signOut()
      if (status !== 204 || (await client.readPersonId()) !== null) throw new Error(`not signed out: ${status}`)
    }),
    repeat('code flow', (round) => enter(firstKey + (round % peopleAtTheBeginning))),
    ...families.map((family) => repeat('refresh', () => application.refresh(family))),
    repeat('look at a session', async (round) => {
      const { client, personId } = must(signedIn[round % signedIn.length], 'nobody was signed in')
      if ((await client.readPersonId()) !== personId) throw new Error('a session has ended')
    }),
    repeat('page', () => openPage(origin)),
  ]
  return {
    done,
    faults,
    signedIn,
    families,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

/**
 * Opens the page as a browser does, with every file that it names. Whoever finds one gone, because the last instance of the page's release has just
 * stopped, loads the page again.
 */
async function openPage(origin: string): Promise<void> {
  const missing = await listMissingFiles(origin)
  if (missing.length === 0) return
  const still = await listMissingFiles(origin)
  if (still.length > 0) throw new Error(`${missing.join(', ')}; and loaded again: ${still.join(', ')}`)
}

async function listMissingFiles(origin: string): Promise<string[]> {
  const page = await fetch(withoutTls(`${origin}/sign-in`))
  const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
  if (!page.ok || files.length === 0)
    throw new Error(`The page was answered ${page.status}, and names ${files.length} files.`)
  const missing: string[] = []
  for (const [, file = ''] of files) {
    const response = await fetch(withoutTls(origin + file))
    await response.arrayBuffer()
    if (!response.ok) missing.push(`${file}: ${response.status}`)
  }
  return missing
}

function must<Value>(value: Value | null | undefined, otherwise: string): Value {
  if (value === null || value === undefined) throw new Error(otherwise)
  return value
}

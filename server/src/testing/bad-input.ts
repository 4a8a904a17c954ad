// Tries one thing after the other that a wallet of a chain family can send and that proves nothing: its code, nothing changed, and the same answer whether
// anybody has the wallet or not.
import type { NamespaceName } from '@countersign/message'
import { bitcoinSigner, signersOf } from '@countersign/testing/signers'
import { expect, test } from 'vitest'
import { verifyActivity } from '../audit-log/verify.ts'
import { countRows, readEvents } from './read-all.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'
import { generous } from './test-passkeys.ts'

const alice = signersOf(1)

export interface Signed {
  message: string
  signature: string
}
/** What it is, how the code begins that answers it, and how it is made of what is sound. */
export type BadInput = readonly [what: string, code: string, make: (sound: Signed) => Signed]

/** The same with another address, signed anew. */
export const withAddress =
  (address: string, sign: (text: string) => string) =>
  ({ message }: Signed): Signed => {
    const lines = message.split('\n')
    lines[1] = address
    const changed = lines.join('\n')
    return { message: changed, signature: sign(changed) }
  }
export const withText =
  (change: (text: string) => string, sign: (text: string) => string) =>
  ({ message }: Signed): Signed => {
    const changed = change(message)
    expect(changed).not.toBe(message)
    return { message: changed, signature: sign(changed) }
  }
export const withSignature =
  (change: (signature: string) => string) =>
  ({ message, signature }: Signed): Signed => ({ message, signature: change(signature) })

const attempt = async (browser: TestBrowser, row: BadInput, name: NamespaceName) =>
  browser.send('POST', '/api/sign-in', row[2](await browser.sign(alice[name])))

const stateOf = async ({ database }: TestApp) => {
  const { people, wallets, proofs, sessions } = await countRows(database.queries)
  return { people, wallets, proofs, sessions }
}

export function tryBadInputs(name: NamespaceName, rows: readonly BadInput[]): void {
  test.each(rows)('%s: %s, and nothing is changed', async (...row) => {
    const [app, known] = [
      await createTestApp({ environment: generous }),
      await createTestApp({ environment: generous }),
    ]
    // There somebody has the wallet, and is signed in.
    const owner = known.openBrowser()
    for (const signer of [alice[name], bitcoinSigner(1, 'p2wpkh', 'mainnet'), bitcoinSigner(1, 'p2sh-p2wpkh')])
      await owner.signIn(signer)
    const before = await stateOf(known)
    const answers = []
    for (const one of [app, known]) {
      const response = await attempt(one.openBrowser(), row, name)
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      const { code, ...told } = response.json<{ code: string; request?: string }>()
      expect(code.startsWith(row[1]), code).toBe(true)
      answers.push({ code, told, cookies: response.cookies.map((cookie) => cookie.name).toSorted() })
      // What exactly it was stands in the log alone.
      if (!code.startsWith('message.'))
        for (const word of ['curve', 'small_order', 'signer', 'legacy', 'not_base', 'statement', 'nonce'])
          expect(response.body).not.toContain(word)
      expect(await verifyActivity(one.database.queries)).toMatchObject({ outcome: 'whole' })
    }
    expect(withoutRandom(answers[0])).toEqual(withoutRandom(answers[1]))
    expect(await stateOf(app)).toEqual({ people: 0, wallets: 0, proofs: 0, sessions: 0 })
    expect(await stateOf(known)).toEqual(before)
    expect((await readEvents(app.database.queries)).every((line) => line.startsWith('sign-in.refused'))).toBe(true)
  })
}

/** What a request has of its own. */
function withoutRandom(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (member, value: unknown) =>
      ['request', 'requestId', 'instance'].includes(member) ? undefined : value,
    ),
  )
}

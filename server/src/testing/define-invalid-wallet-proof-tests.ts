// Defines tests that invalid wallet proofs change nothing and do not reveal wallet owners.
import type { ChainNamespace } from '@countersign/message'
import { createBitcoinTestSigner, createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import { expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { countRowsPerTable, listSequencedAuditEntryTexts } from './inspect-test-database.ts'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { relaxedChallengeRateLimits } from './passkey-test-steps.ts'

const alice = createTestWalletSigners(1)

export interface SignedWalletProof {
  message: string
  signature: string
}
/** `code` is a prefix of the expected error code. */
export type InvalidWalletProofCase = readonly [
  what: string,
  code: string,
  make: (sound: SignedWalletProof) => SignedWalletProof,
]

/** Replaces the address and signs the message again. */
export const tamperWithWalletProofAddress =
  (address: string, sign: (text: string) => string) =>
  ({ message }: SignedWalletProof): SignedWalletProof => {
    const lines = message.split('\n')
    lines[1] = address
    const changed = lines.join('\n')
    return { message: changed, signature: sign(changed) }
  }
export const tamperWithWalletProofText =
  (change: (text: string) => string, sign: (text: string) => string) =>
  ({ message }: SignedWalletProof): SignedWalletProof => {
    const changed = change(message)
    expect(changed).not.toBe(message)
    return { message: changed, signature: sign(changed) }
  }
export const tamperWithWalletProofSignature =
  (change: (signature: string) => string) =>
  ({ message, signature }: SignedWalletProof): SignedWalletProof => ({ message, signature: change(signature) })

const submitInvalidProof = async (browser: TestBrowser, row: InvalidWalletProofCase, name: ChainNamespace) =>
  browser.send('POST', '/api/sign-in', row[2](await browser.signChallenge(alice[name])))

const readDatabaseState = async ({ database }: TestServer) => {
  const { people, wallets, proofs, sessions } = await countRowsPerTable(database.queries)
  return { people, wallets, proofs, sessions }
}

export function defineInvalidWalletProofTests(name: ChainNamespace, rows: readonly InvalidWalletProofCase[]): void {
  test.each(rows)('%s is refused (%s) without any change', async (...row) => {
    const [app, known] = [
      await createTestServer({ environment: relaxedChallengeRateLimits }),
      await createTestServer({ environment: relaxedChallengeRateLimits }),
    ]
    // On this server, the owner of the wallet is signed in.
    const owner = known.openBrowser()
    for (const signer of [
      alice[name],
      createBitcoinTestSigner(1, 'p2wpkh', 'mainnet'),
      createBitcoinTestSigner(1, 'p2sh-p2wpkh'),
    ])
      await owner.signIn(signer)
    const before = await readDatabaseState(known)
    const answers = []
    for (const one of [app, known]) {
      const response = await submitInvalidProof(one.openBrowser(), row, name)
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      const { code, ...problem } = response.json<{ code: string; request?: string }>()
      expect(code.startsWith(row[1]), code).toBe(true)
      answers.push({ code, problem, cookies: response.cookies.map((cookie) => cookie.name).toSorted() })
      // Details must appear only in the log.
      if (!code.startsWith('message.'))
        for (const word of ['curve', 'small_order', 'signer', 'legacy', 'not_base', 'statement', 'nonce'])
          expect(response.body).not.toContain(word)
      expect(await verifyAuditLogIntegrity(one.database.queries)).toMatchObject({ outcome: 'whole' })
    }
    expect(withoutRandom(answers[0])).toEqual(withoutRandom(answers[1]))
    expect(await readDatabaseState(app)).toEqual({ people: 0, wallets: 0, proofs: 0, sessions: 0 })
    expect(await readDatabaseState(known)).toEqual(before)
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).every((line) => line.startsWith('sign_in.refused')),
    ).toBe(true)
  })
}

function withoutRandom(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (member, value: unknown) =>
      ['request', 'requestId', 'instance'].includes(member) ? undefined : value,
    ),
  )
}

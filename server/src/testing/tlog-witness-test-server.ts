// A local transparency log witness (C2SP tlog-witness) for one log.
import type { VerifiedLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { createEd25519SigningKey } from '@countersign/log/ed25519'
import { createSignedNoteSignatures } from '@countersign/log/signed-note'
import { formatSignedNoteVerifierKey, parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createCheckpointCosigner, createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import { formatAddCheckpointResponse } from '@countersign/log/transparency-log-witness-protocol'
import { evaluateAddCheckpointRequest } from '@countersign/log/evaluate-add-checkpoint-request'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { systemRandomBytes } from '../platform/clock.ts'

/** @param at cosignature time in milliseconds since 1970 */
export async function startTestWitness(logKey: () => Promise<string>, at: number) {
  const key = createEd25519SigningKey(systemRandomBytes(32))
  const verifierKey = formatSignedNoteVerifierKey({
    name: 'witness.example',
    type: 'cosignature',
    publicKey: key.publicKey,
  })
  const state = {
    latest: undefined as VerifiedLogCheckpoint | undefined,
    /** Overrides the response. */
    instead: null as { status: number; body: string } | null,
    /** Whether the witness signs with a wrong key. */
    forges: false,
    requests: [] as string[],
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => void answer(`${request.method} ${request.url}`, body))
    const answer = async (line: string, text: string): Promise<void> => {
      state.requests.push(`${line} ${text.split('\n')[0]}`)
      if (state.instead !== null) return void response.writeHead(state.instead.status).end(state.instead.body)
      const log = createSignedNoteVerifier(parseSignedNoteVerifierKey(await logKey()))
      const { checkpoint, refusal } = evaluateAddCheckpointRequest(text, () => ({ log, latest: state.latest }))
      if (checkpoint !== undefined) state.latest = checkpoint
      const signed = checkpoint?.text.replace(/\n\d+\n/, (size) => (state.forges ? '\n1\n' : size)) ?? ''
      const cosigner = createCheckpointCosigner('witness.example', key, at / 1000)
      const { status, contentType, body } = formatAddCheckpointResponse(
        refusal ?? { kind: 'cosigned', signatures: createSignedNoteSignatures(signed, [cosigner]) },
      )
      response.writeHead(status, contentType === null ? {} : { 'content-type': contentType }).end(body)
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, url, verifierKey }
}

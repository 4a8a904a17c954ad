import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { expect, test } from 'vitest'
import { parseWebauthnClientData } from '../challenges/check-webauthn-client-data.ts'
import { timingDecoyPasskeyPublicKey, verifyPasskeyAssertion } from './verify-passkey-assertion.ts'

const origin = 'https://sign-in.example'

test('P8: an assertion of an unknown passkey is verified against a valid decoy key', async () => {
  const challenge = Buffer.alloc(32, 1).toString('base64url')
  const assertion = new VirtualPasskey().getAssertion(
    { challenge, rpId: 'sign-in.example', allow: [], timeoutMs: 1 },
    { rpId: 'sign-in.example' },
  )
  const clientData = parseWebauthnClientData(assertion.clientDataJSON)
  if (clientData === null) throw new Error('Client data that cannot be read')
  expect(clientData).toEqual({ type: 'webauthn.get', challenge, origin, crossOrigin: false })
  expect(await verifyPasskeyAssertion(origin, assertion, clientData, timingDecoyPasskeyPublicKey)).toEqual({
    outcome: 'refused',
    reason: 'signature',
  })
  expect(await verifyPasskeyAssertion(origin, assertion, clientData, 'AAAA')).toEqual({
    outcome: 'refused',
    reason: 'unreadable',
  })
})

import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { expect, test } from 'vitest'
import { parseWebauthnClientData } from '../challenges/check-webauthn-client-data.ts'
import { timingDecoyPasskeyPublicKey, verifyPasskeyAssertion } from './verify-passkey-assertion.ts'

const origin = 'https://sign-in.example'

test('P8 an unknown passkey is checked all the way, against a key that can be read', async () => {
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
  // What a key that cannot be read would give, and sooner.
  expect(await verifyPasskeyAssertion(origin, assertion, clientData, 'AAAA')).toEqual({
    outcome: 'refused',
    reason: 'unreadable',
  })
})

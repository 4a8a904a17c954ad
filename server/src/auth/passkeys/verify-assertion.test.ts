import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { expect, test } from 'vitest'
import { readClientData } from '../challenges/client-data.ts'
import { decoyKey, verifyAssertion } from './verify-assertion.ts'

const origin = 'https://sign-in.example'

test('P8 an unknown passkey is checked all the way, against a key that can be read', async () => {
  const challenge = Buffer.alloc(32, 1).toString('base64url')
  const assertion = new VirtualPasskey().use(
    { challenge, rpId: 'sign-in.example', allow: [], timeoutMs: 1 },
    { rpId: 'sign-in.example' },
  )
  const clientData = readClientData(assertion.clientDataJSON)
  if (clientData === null) throw new Error('Client data that cannot be read')
  expect(clientData).toEqual({ type: 'webauthn.get', challenge, origin, crossOrigin: false })
  expect(await verifyAssertion(origin, assertion, clientData, decoyKey)).toEqual({
    outcome: 'refused',
    reason: 'signature',
  })
  // What a key that cannot be read would give, and sooner.
  expect(await verifyAssertion(origin, assertion, clientData, 'AAAA')).toEqual({
    outcome: 'refused',
    reason: 'unreadable',
  })
})

// Creates self-signed certificates in each test, so that no key is stored and no certificate
// expires.
import { generateKeyPairSync, sign } from 'node:crypto'

// Encodes the tag, the length and the content (X.690 §8.1).
function encodeDerElement(tag: number, ...parts: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const encodeDerSequence = (...parts: Uint8Array[]): Buffer => encodeDerElement(0x30, ...parts)
const encodeObjectIdentifier = (hex: string): Buffer => encodeDerElement(0x06, Buffer.from(hex, 'hex'))

const ecdsaWithSha256 = encodeDerSequence(encodeObjectIdentifier('2a8648ce3d040302'))
const commonName = encodeObjectIdentifier('550403')
const subjectAlternativeName = encodeObjectIdentifier('551d11')

/** Creates a certificate that is valid from 2020 to 2049 (RFC 5280 §4.1). Returns PEM texts. */
export function createTestCertificate(hostname: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = encodeDerSequence(
    encodeDerElement(0x31, encodeDerSequence(commonName, encodeDerElement(0x0c, hostname))),
  )
  const alternatives = encodeDerSequence(encodeDerElement(0x82, hostname))
  const content = encodeDerSequence(
    encodeDerElement(0xa0, encodeDerElement(0x02, Buffer.from([2]))),
    encodeDerElement(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    encodeDerSequence(encodeDerElement(0x17, '200101000000Z'), encodeDerElement(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDerElement(
      0xa3,
      encodeDerSequence(encodeDerSequence(subjectAlternativeName, encodeDerElement(0x04, alternatives))),
    ),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = encodeDerSequence(content, ecdsaWithSha256, encodeDerElement(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

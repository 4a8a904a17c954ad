// A certificate that signs itself, made for one test and one name, so that no key is kept in the repository and none
// runs out.
import { generateKeyPairSync, sign } from 'node:crypto'

/** One DER element (X.690 §8.1): its tag, the length of its content, its content. */
function element(tag: number, ...parts: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Uint8Array[]): Buffer => element(0x30, ...parts)
const objectIdentifier = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'))

const ecdsaWithSha256 = sequence(objectIdentifier('2a8648ce3d040302'))
const commonName = objectIdentifier('550403')
const subjectAlternativeName = objectIdentifier('551d11')

/**
 * Makes a certificate for a host name (RFC 5280 §4.1), valid from 2020 to 2049.
 * @returns the key and the certificate as PEM
 */
export function createTestCertificate(hostname: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(element(0x31, sequence(commonName, element(0x0c, hostname))))
  const alternatives = sequence(element(0x82, hostname))
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(element(0x17, '200101000000Z'), element(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(sequence(subjectAlternativeName, element(0x04, alternatives)))),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(content, ecdsaWithSha256, element(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

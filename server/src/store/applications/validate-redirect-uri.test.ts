import { expect, test } from 'vitest'
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { formatApplicationDefinitionErrorMessage } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import { validateRedirectUri, validateWebUrl } from './validate-redirect-uri.ts'

const said = (fault: ApplicationDefinitionErrorDetail | null): string | null =>
  fault && formatApplicationDefinitionErrorMessage(fault)

const accepted: [ApplicationKind, string][] = [
  ['web', 'https://app.example/'],
  ['web', 'https://app.example'],
  ['native', 'http://localhost:8000'],
  ['web', 'https://app.example/callback'],
  ['web', 'https://app.example:8443/login/generic_oauth?tenant=a%20b'],
  ['web', 'https://app.example/callback?next=https%3A%2F%2Fapp.example%2Fhome'],
  ['web', 'https://xn--bcher-kva.example/callback'],
  ['web', 'https://192.0.2.7/callback'],
  ['web', 'https://[2001:db8::1]:8443/callback'],
  ['web', 'https://grafana/callback'],
  ['web', 'http://localhost:8080/callback'],
  ['web', 'http://127.0.0.1:8080/callback'],
  ['web', 'http://[::1]:8080/callback'],
  ['web', 'https://localhost:8443/callback'],
  ['single-page', 'https://app.example/'],
  ['single-page', 'http://localhost:5173/'],
  ['native', 'http://127.0.0.1/callback'],
  ['native', 'http://[::1]/callback'],
  ['native', 'http://localhost:49152/callback'],
  ['native', 'https://app.example/native'],
  ['native', 'example.app:/callback'],
  ['native', 'com.example.app://callback'],
]

test.each(accepted)('O4: for kind %s, accepts the redirect URI %s', (kind, text) => {
  expect(validateRedirectUri(text, kind)).toBeNull()
})

const onlyHttps = 'must start with "https://"; plain http is allowed only for localhost, 127.0.0.1 and [::1]'
const encoded = 'must not contain an encoded ".", "/" or "\\" before its query'
const ascii =
  'must be visible ASCII without spaces: write a host name with other letters as "xn--…", and anything else percent-encoded (%XX)'
const printed = (text: string): string => `must be written as browsers write it: "${text}"`
const ownScheme = 'must start with "https://"; only a native application may use a custom scheme'
const dotted =
  'must use a reverse domain name containing a dot as its scheme, such as "example.app:/callback" (RFC 8252 §7.1)'
const fragment = 'must not have a fragment ("#…"), not even an empty one (RFC 6749 §3.1.2)'
const backslash = 'must not contain a backslash: browsers read it as "/"'
const user = 'must not have a username before the host'
const control = 'must not contain an encoded control character'

const refused: [ApplicationKind, string, string][] = [
  ['web', '', 'must not be empty'],
  ['web', `https://app.example/${'a'.repeat(500)}`, 'must not be longer than 500 characters'],
  // Not absolute.
  ['web', '/callback', 'must be an absolute URI, such as "https://app.example/callback"'],
  ['web', '//app.example/callback', 'must be an absolute URI, such as "https://app.example/callback"'],
  ['web', 'app.example/callback', 'must be an absolute URI, such as "https://app.example/callback"'],
  ['web', 'https://', 'must be an address that a browser can open'],
  ['web', 'https://app.example:99999/', 'must be an address that a browser can open'],
  ['web', 'https://app.example:0/', 'must not have port 0'],
  // Schemes.
  ['web', 'http://app.example/callback', onlyHttps],
  ['web', 'http://192.168.1.2/callback', onlyHttps],
  ['web', 'http://localhost.example/callback', onlyHttps],
  ['web', 'http://127.0.0.1.example/callback', onlyHttps],
  ['web', 'http://127.0.0.2/callback', onlyHttps],
  ['web', 'http://0.0.0.0/callback', onlyHttps],
  ['web', 'http://[::ffff:7f00:1]/callback', onlyHttps],
  ['web', 'example.app:/callback', ownScheme],
  ['single-page', 'javascript:alert(1)', ownScheme],
  ['native', 'http://app.example/callback', onlyHttps],
  [
    'native',
    'https://localhost/callback',
    'must be plain http if a native application listens on a loopback address (RFC 8252 §7.3)',
  ],
  ...[
    'javascript:alert(1)//x',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://app.example/1',
    'vbscript:x',
    'about:blank',
    'myapp:/callback',
    'ftp://app.example/',
    'ws://app.example/',
  ].map((text): [ApplicationKind, string, string] => ['native', text, dotted]),
  ['native', 'example.app:callback', 'must have a "/" after its scheme, such as "example.app:/callback"'],
  ['native', 'Example.App:/callback', printed('example.app:/callback')],
  // URIs with fragments, wildcards or user names.
  ['web', 'https://app.example/#', fragment],
  ['web', 'https://app.example/#token', fragment],
  ['native', 'example.app:/callback#x', fragment],
  [
    'web',
    'https://*.app.example/callback',
    'must not contain "*": wildcards are not supported; list each address instead',
  ],
  ['web', 'https://app.example/*', 'must not contain "*": wildcards are not supported; list each address instead'],
  ['web', 'https://app.example@evil.example/', user],
  ['web', 'https://user:password@app.example/', user],
  ['web', 'https://@app.example/', user],
  ['native', 'example.app://user@host/callback', user],
  // Ambiguous.
  ['web', 'https://app.example\\@evil.example/', backslash],
  ['web', 'https:\\\\app.example/', backslash],
  ['web', 'https://app.example/a%2fb', encoded],
  ['web', 'https://app.example/a%5Cb', encoded],
  ['web', 'https://app.example/%2e%2e/admin', encoded],
  ['web', 'https://app.example/%252e%252e/admin', encoded],
  ['web', 'https://app.example%2fevil.example/', encoded],
  ['web', 'https://app.example/%00', control],
  ['web', 'https://app.example/?a=%0d%0aSet-Cookie:x', control],
  ['web', 'https://app.example/%zz', 'must not contain a "%" that is not followed by two hexadecimal digits'],
  ['web', 'https://app.example/a\tb', ascii],
  ['web', ' https://app.example/', ascii],
  ['web', 'https://app.example/\n', ascii],
  ['web', 'https://bücher.example/', ascii],
  ['web', 'https://аpp.example/', ascii],
  ['web', 'https://app。example/', ascii],
  ['web', 'https://app.example/\u202egpj', ascii],
  ['web', 'https://app.example./callback', 'must not have a host that ends in a dot'],
  ['web', 'https://app..example/callback', 'must not have a host with an empty part'],
  // Not normalized.
  ['web', 'https://App.example', printed('https://app.example/')],
  ['web', 'https://app.example?a=b', printed('https://app.example/?a=b')],
  ['web', 'https:app.example/callback', printed('https://app.example/callback')],
  ['web', 'https:///app.example/callback', printed('https://app.example/callback')],
  ['web', 'https://App.Example/callback', printed('https://app.example/callback')],
  ['web', 'HTTPS://app.example/callback', printed('https://app.example/callback')],
  ['web', 'https://app.example:443/callback', printed('https://app.example/callback')],
  ['web', 'https://app.example/a/../callback', printed('https://app.example/callback')],
  ['web', 'https://app.example/./callback', printed('https://app.example/callback')],
  ['web', 'https://app.example/"x"', printed('https://app.example/%22x%22')],
  ['web', 'http://2130706433/callback', printed('http://127.0.0.1/callback')],
  ['web', 'http://0x7f.1/callback', printed('http://127.0.0.1/callback')],
  ['web', 'http://017700000001/callback', printed('http://127.0.0.1/callback')],
  ['web', 'http://[0:0:0:0:0:0:0:1]/callback', printed('http://[::1]/callback')],
  ['web', 'https://[2001:DB8::1]/callback', printed('https://[2001:db8::1]/callback')],
  // Reserved response parameters.
  ['web', 'https://app.example/callback?code=1', 'must not have "code" in its query: this server adds it'],
  ['web', 'https://app.example/callback?a=1&%73tate=x', 'must not have "state" in its query: this server adds it'],
  [
    'web',
    'https://app.example/callback?iss=https://evil.example',
    'must not have "iss" in its query: this server adds it',
  ],
]

test.each(refused)('O4: for kind %s, refuses the redirect URI %j', (kind, text, message) => {
  expect(said(validateRedirectUri(text, kind))).toBe(message)
})

test.each([
  ['https://app.example/logout', null],
  ['http://localhost:8080/logout', null],
  ['http://app.example/logout', onlyHttps],
  ['https://app.example/logout#', fragment],
  ['https://user@app.example/logout', user],
  ['example.app:/logout', 'must start with "https://"'],
  ['javascript:alert(1)', 'must start with "https://"'],
  ['https://APP.example/logout', printed('https://app.example/logout')],
])('O4: validates a URL that this server calls: %s', (text, message) => {
  expect(said(validateWebUrl(text))).toBe(message)
})

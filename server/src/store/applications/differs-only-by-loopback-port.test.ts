import { expect, test } from 'vitest'
import { differsOnlyByLoopbackPort } from './differs-only-by-loopback-port.ts'

test.each([
  ['http://localhost:58135/callback', 'http://localhost/callback'],
  ['http://localhost/callback', 'http://localhost:8787/callback'],
  ['http://127.0.0.1:61876/', 'http://127.0.0.1:33418/'],
  ['http://[::1]:1/oauth_callback?a=b', 'http://[::1]/oauth_callback?a=b'],
  ['http://127.0.0.1:65535', 'http://127.0.0.1'],
])('O4: %s matches %s on another port (RFC 8252 §7.3)', (asked, registered) => {
  expect(differsOnlyByLoopbackPort(asked, registered)).toBe(true)
})

test.each([
  ['http://evil.localhost:1/callback', 'http://localhost/callback'],
  ['http://localhost.evil.example:1/callback', 'http://localhost/callback'],
  ['http://localhost:1@evil.example/callback', 'http://localhost/callback'],
  ['http://user@localhost:1/callback', 'http://localhost/callback'],
  ['http://evil.example#@localhost:1/callback', 'http://localhost/callback'],
  ['http://localhost:1\\@evil.example/callback', 'http://localhost/callback'],
  ['http://localhost.:1/callback', 'http://localhost/callback'],
  ['http://LOCALHOST:1/callback', 'http://localhost/callback'],
  ['http://localhost:1/other', 'http://localhost/callback'],
  ['http://localhost:1/callback/', 'http://localhost/callback'],
  ['http://localhost:1/callback?', 'http://localhost/callback'],
  ['http://localhost:1/callback#', 'http://localhost/callback'],
  ['http://localhost:1/callback\n', 'http://localhost/callback'],
  ['http://localhost:1/x/../callback', 'http://localhost/callback'],
  ['https://localhost:1/callback', 'http://localhost/callback'],
  ['https://localhost:1/callback', 'https://localhost/callback'],
  ['http://127.0.0.1:1/callback', 'http://localhost/callback'],
  ['http://127.0.0.2:1/callback', 'http://127.0.0.1/callback'],
  ['http://2130706433:1/callback', 'http://127.0.0.1/callback'],
  ['http://127.1:1/callback', 'http://127.0.0.1/callback'],
  ['http://[::ffff:127.0.0.1]:1/callback', 'http://127.0.0.1/callback'],
  ['http://[0:0:0:0:0:0:0:1]:1/callback', 'http://[::1]/callback'],
  ['http://localhost:0/callback', 'http://localhost/callback'],
  ['http://localhost:080/callback', 'http://localhost/callback'],
  ['http://localhost:65536/callback', 'http://localhost/callback'],
  ['http://localhost:/callback', 'http://localhost/callback'],
  ['http://agent.example:1/callback', 'http://agent.example/callback'],
])('O4: %j does not match %s on another port', (asked, registered) => {
  expect(differsOnlyByLoopbackPort(asked, registered)).toBe(false)
})

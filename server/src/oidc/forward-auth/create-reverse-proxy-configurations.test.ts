import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createReverseProxyConfigurations } from './create-reverse-proxy-configurations.ts'

test('what is to be pasted is what the guide explains', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/forward-auth.md'), 'utf8')
  const shown = [...guide.matchAll(/```(?:caddyfile|nginx|haproxy|yaml)\n([^]*?)```/g)].map(([, block]) => block)
  expect(createReverseProxyConfigurations().map(({ text }) => text)).toEqual(shown)
  for (const { text } of createReverseProxyConfigurations('notes.example', '10.0.0.7:3000'))
    expect(text).not.toMatch(/wiki\.example|127\.0\.0\.1:3000/)
})

test('O16 no proxy lets in to the pages of one host by the rule of another that the visitor names', () => {
  const textOf = (name: string): string =>
    createReverseProxyConfigurations().find(({ proxy }) => proxy === name)?.text ?? ''
  // nginx chooses its server by the request line or as its default one, whatever the header Host says.
  expect(textOf('nginx')).not.toMatch(/\$(?:http_)?host/)
  expect(textOf('HAProxy')).toContain('http-request deny unless { req.hdr(host) -m str wiki.example }')
  expect(textOf('Caddy')).toMatch(/^wiki\.example \{/)
  for (const rule of textOf('Traefik').match(/rule: .*/g) ?? []) expect(rule).toContain('Host(`wiki.example`)')
  expect(textOf('Envoy')).toContain('domains: ["wiki.example"]')
})

test('O16 every configuration removes visitor headers that CGI programs would fold to an identity header', () => {
  const textOf = (name: string): string =>
    createReverseProxyConfigurations().find(({ proxy }) => proxy === name)?.text ?? ''
  const patternIn = (name: string, place: RegExp, flags = ''): RegExp =>
    new RegExp((place.exec(textOf(name))?.[1] ?? 'none').replace('(?i)', ''), flags)
  const patterns = [
    patternIn('HAProxy', /del-header (\S+) -m reg/),
    patternIn('Traefik', /authResponseHeadersRegex: "\(\?i\)(.+)"/, 'i'),
    // Envoy knows names in lower case, and its expressions match the whole of one.
    patternIn('Envoy', /remove_on_match: .*regex: "(.+)"/, 'i'),
  ]
  // RFC 9110 §5.6.2: what a header's name is made of, beside letters and digits.
  for (const mark of "!#$%&'*+-.^_`|~")
    for (const name of [`Remote${mark}User`, `REMOTE${mark}${mark}user`, `remote${mark}`])
      expect([name, ...patterns.map((pattern) => pattern.exec(name)?.index)]).toEqual([name, 0, 0, 0])
  for (const pattern of patterns) expect('Remoteness').not.toMatch(pattern)
  expect(textOf('Caddy')).toContain('request_header -Remote*\n')
  expect(textOf('nginx')).toContain('ignore_invalid_headers on;\n  underscores_in_headers off;\n')
})

test('a host with a port is asked about with it, and listened for as each proxy wants it', () => {
  const textOf = (name: string): string =>
    createReverseProxyConfigurations('notes.example:8443').find(({ proxy }) => proxy === name)?.text ?? ''
  expect(textOf('nginx')).toContain('  listen 8443 ssl;\n  server_name notes.example;\n')
  expect(textOf('nginx')).toContain('X-Forwarded-Host notes.example:8443;')
  expect(textOf('nginx')).toContain('/etc/ssl/notes.example.pem')
  expect(textOf('HAProxy')).toContain('bind :8443 ssl crt /etc/haproxy/notes.example.pem')
  expect(textOf('HAProxy')).toContain('-m str notes.example:8443 }')
  expect(textOf('Traefik').match(/Host\(.*?\)/g)).toEqual(['Host(`notes.example`)', 'Host(`notes.example`)'])
  expect(textOf('Caddy')).toMatch(/^notes\.example:8443 \{/)
  expect(textOf('Envoy')).toContain('domains: ["notes.example:8443"]')
})

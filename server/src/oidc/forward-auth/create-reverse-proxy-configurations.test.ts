import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createReverseProxyConfigurations } from './create-reverse-proxy-configurations.ts'

test('generated proxy configurations match the guide, with host and upstream filled in', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/forward-auth.md'), 'utf8')
  const shown = [...guide.matchAll(/```(?:caddyfile|nginx|haproxy|yaml)\n([^]*?)```/g)].map(([, block]) => block)
  expect(createReverseProxyConfigurations().map(({ text }) => text)).toEqual(shown)
  for (const { text } of createReverseProxyConfigurations('notes.example', '10.0.0.7:3000'))
    expect(text).not.toMatch(/wiki\.example|127\.0\.0\.1:3000/)
})

test('O16: no proxy configuration allows a visitor to select the rule of another host', () => {
  const textOf = (name: string): string =>
    createReverseProxyConfigurations().find(({ proxy }) => proxy === name)?.text ?? ''
  // nginx selects servers by request line or default, whatever the Host header says.
  expect(textOf('nginx')).not.toMatch(/\$(?:http_)?host/)
  expect(textOf('HAProxy')).toContain('http-request deny unless { req.hdr(host) -m str wiki.example }')
  expect(textOf('Caddy')).toMatch(/^wiki\.example \{/)
  for (const rule of textOf('Traefik').match(/rule: .*/g) ?? []) expect(rule).toContain('Host(`wiki.example`)')
  expect(textOf('Envoy')).toContain('domains: ["wiki.example"]')
})

test('O16: every proxy configuration removes headers that CGI folds into an identity header', () => {
  const textOf = (name: string): string =>
    createReverseProxyConfigurations().find(({ proxy }) => proxy === name)?.text ?? ''
  const patternIn = (name: string, place: RegExp, flags = ''): RegExp =>
    new RegExp((place.exec(textOf(name))?.[1] ?? 'none').replace('(?i)', ''), flags)
  const patterns = [
    patternIn('HAProxy', /del-header (\S+) -m reg/),
    patternIn('Traefik', /authResponseHeadersRegex: "\(\?i\)(.+)"/, 'i'),
    // Envoy lowercases header names, and its regular expressions match whole names.
    patternIn('Envoy', /remove_on_match: .*regex: "(.+)"/, 'i'),
  ]
  // RFC 9110 §5.6.2: all characters of header names other than letters and digits.
  for (const mark of "!#$%&'*+-.^_`|~")
    for (const name of [`Remote${mark}User`, `REMOTE${mark}${mark}user`, `remote${mark}`])
      expect([name, ...patterns.map((pattern) => pattern.exec(name)?.index)]).toEqual([name, 0, 0, 0])
  for (const pattern of patterns) expect('Remoteness').not.toMatch(pattern)
  expect(textOf('Caddy')).toContain('request_header -Remote*\n')
  expect(textOf('nginx')).toContain('ignore_invalid_headers on;\n  underscores_in_headers off;\n')
})

test('if a host has a port, its proxy configuration uses the port in the check and the listener', () => {
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

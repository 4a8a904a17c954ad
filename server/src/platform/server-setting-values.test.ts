// Setting values that are accepted, refused or normalized.
import { describe, expect, test } from 'vitest'
import { isIpAddressOrigin } from './parse-setting-values.ts'
import { parseServerSettings } from './parse-server-settings.ts'
import { listServerSettingErrorsForTests } from '../testing/list-server-setting-errors-for-tests.ts'

describe('server settings', () => {
  test.each([
    ['https://sign-in.example/', 'https://sign-in.example'],
    ['https://Sign-In.Example', 'https://sign-in.example'],
    ['https://sign-in.example:443', 'https://sign-in.example'],
    ['https://Müller.example:443/', 'https://xn--mller-kva.example'],
    [' https://sign-in.example', 'https://sign-in.example'],
    ['https://sign-in.example/app?a#b', 'https://sign-in.example'],
    ['https://[2001:DB8::0:1]', 'https://[2001:db8::1]'],
    ['HTTP://LOCALHOST:80', 'http://localhost'],
    ['sign-in.example:8443', 'https://sign-in.example:8443'],
  ])('for the origin %s, suggest %s', (origin, spelled) => {
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_ORIGIN: origin })).toEqual([
      expect.stringMatching(/^COUNTERSIGN_ORIGIN is ".*"; write /) as string,
    ])
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_ORIGIN: origin })[0]).toContain(
      `; write ${spelled} (allowed: an https origin`,
    )
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_ORIGIN: spelled })).toEqual([])
  })

  test.each([
    ['https://192.0.2.1', true],
    ['http://127.0.0.1:3000', true],
    ['https://[2001:db8::1]:8443', true],
    ['http://localhost:3000', false],
    ['https://sign-in.example', false],
  ])('origin %s is an IP address: %s', (origin, expected) => {
    expect(isIpAddressOrigin(origin)).toBe(expected)
  })

  test.each(['https://user:hush@sign-in.example', 'http://sign-in.example', 'ftp://sign-in.example', 'https://', ''])(
    'suggest nothing for the unusable origin "%s"',
    (origin) => {
      expect(listServerSettingErrorsForTests({ COUNTERSIGN_ORIGIN: origin })[0]).not.toContain('; write ')
    },
  )

  test.each([
    ['https://sign-in.example/', 'a path'],
    ['https://Sign-In.example', 'upper case'],
    ['https://sign-in.example:443', 'a default port spelled out'],
    ['https://user@sign-in.example', 'userinfo'],
    ['http://sign-in.example', 'plain http away from this machine'],
    ['ftp://sign-in.example', 'another scheme'],
    ['sign-in.example', 'no scheme'],
  ])('refuse the origin %s (%s)', (origin) => {
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_ORIGIN: origin })).toHaveLength(1)
  })

  test.each([
    'https://sign-in.example',
    'https://sign-in.example:8443',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])('accept the origin %s', (origin) =>
    expect(parseServerSettings({ COUNTERSIGN_ORIGIN: origin }, undefined).settings.origin).toBe(origin),
  )

  test('omit the default port from the origin', () => {
    expect(parseServerSettings({ COUNTERSIGN_PORT: '80' }, undefined).settings.origin).toBe('http://localhost')
  })

  test.each(['', '0', '01', '1,1', '0x1', '-1', '9007199254740993', '1 0'])('refuse the chain IDs "%s"', (chainIds) => {
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_CHAIN_IDS: chainIds })).toHaveLength(1)
  })

  test.each(['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/0', '::1/129'])(
    'refuse the trusted proxy %s',
    (proxies) => {
      expect(listServerSettingErrorsForTests({ COUNTERSIGN_TRUSTED_PROXIES: proxies })).toHaveLength(1)
    },
  )

  test('O9: allow private networks only if configured, and loopback in development', () => {
    const networksOf = (environment: Record<string, string>): readonly string[] =>
      parseServerSettings(environment, undefined).settings.allowedPrivateNetworks
    expect(networksOf({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' })).toEqual([])
    expect(networksOf({ COUNTERSIGN_ORIGIN: 'http://127.0.0.1:3000' })).toEqual(['127.0.0.0/8', '::1/128'])
    expect(networksOf({ COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '' })).toEqual([])
    expect(networksOf({ COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '10.0.0.0/8, fd00::/8' })).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
    ])
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '10.0.0.0/33' })).toHaveLength(1)
  })

  test('accept only known featured wallets, or none, and only valid passkey sign-up values', () => {
    const offered = (value: string): readonly string[] =>
      parseServerSettings({ COUNTERSIGN_FEATURED_WALLETS: value }, undefined).settings.featuredWallets
    expect([offered('phantom, metamask'), offered('')]).toEqual([['phantom', 'metamask'], []])
    for (const wrong of ['nobody', 'metamask,metamask', 'MetaMask'])
      expect(listServerSettingErrorsForTests({ COUNTERSIGN_FEATURED_WALLETS: wrong })).toHaveLength(1)
    for (const wrong of ['', 'true', 'On'])
      expect(listServerSettingErrorsForTests({ COUNTERSIGN_PASSKEY_SIGN_UP: wrong })).toHaveLength(1)
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { protect } from '../protect/protect.ts'
import { signInFromTerminal } from '../terminal/sign-in-from-terminal.ts'
import { fakeIssuerOrigin } from '../testing/fake-issuer.ts'
import { fakeSiteOrigin } from '../testing/fake-site.ts'
import { sessions } from './sessions.ts'

describe('settings', () => {
  const options = {
    issuer: fakeIssuerOrigin,
    clientId: 'shop',
    clientSecret: 'client-secret-of-32-characters-or-more',
    secret: 'session-secret-of-32-characters-or-more',
    appUrl: fakeSiteOrigin,
  }
  test.each([
    ['issuer', 'COUNTERSIGN_ISSUER'],
    ['clientId', 'COUNTERSIGN_CLIENT_ID'],
    ['clientSecret', 'COUNTERSIGN_CLIENT_SECRET'],
    ['secret', 'COUNTERSIGN_SESSION_SECRET'],
    ['appUrl', 'COUNTERSIGN_APP_URL'],
  ])('without %s, names the variable and the command that prints it', (name, variable) => {
    const start = () => sessions({ ...options, [name]: '' })
    expect(start).toThrow(variable)
    expect(start).toThrow('npx countersign application add')
  })

  test.each([
    ['protect', () => protect({ issuer: '' }), 'npx countersign resource add https://api.shop.example --env'],
    ['signInFromTerminal', () => signInFromTerminal({ issuer: '' }), 'npx countersign application add "My program" '],
  ])('without the issuer, %s names a command that fits', async (_name, start, command) => {
    await expect((async () => start())()).rejects.toThrow(command)
  })

  test.each([
    ['COUNTERSIGN_CLIENT_ID=shop', true],
    ['# COUNTERSIGN_CLIENT_ID=shop', false],
    ['COUNTERSIGN_CLIENT_ID=\nCOUNTERSIGN_ISSUER=https://sign-in.example', false],
  ])('a file .env with %j that was not loaded is named: %s', (content, isNamed) => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-env-'))
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
    try {
      writeFileSync(join(folder, '.env'), content)
      const text = isNamed
        ? `The file ${join(folder, '.env')} has it, but was not loaded. Start the program with --env-file`
        : 'npx countersign application add'
      expect(() => sessions({ ...options, clientId: '' })).toThrow(text)
      expect(() => sessions({ ...options, clientId: '' })).not.toThrow('=shop')
    } finally {
      cwd.mockRestore()
      rmSync(folder, { recursive: true })
    }
  })

  test.each([
    [{ issuer: 'http://sign-in.example' }, 'COUNTERSIGN_ISSUER must be'],
    [{ issuer: 'https://sign-in.example/path' }, 'without a path'],
    [{ appUrl: 'shop.example' }, 'COUNTERSIGN_APP_URL must be'],
    [{ secret: 'short' }, 'at least 32 characters'],
    [{ secret: [] }, 'at least 32 characters'],
    [{ scope: 'profile' }, 'must contain openid'],
    [{ api: 'https://api.shop.example', scope: 'openid orders' }, 'must contain offline_access'],
    [{ basePath: 'auth/' }, 'must be a path'],
    [{ afterSignOut: '//evil.example' }, 'must be a path'],
    [{ maxAgeSeconds: Number.NaN }, 'must be a number of seconds'],
    [{ maxAgeSeconds: 0 }, 'must be a number of seconds'],
  ])('refuses %j', (change, text) => {
    expect(() => sessions({ ...options, ...change })).toThrow(text)
  })
})

// Tests mail server settings.
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { expect, test } from 'vitest'

test('P15: refuses an SMTP password without TLS to another host, and never reports the password', () => {
  const settings = {
    COUNTERSIGN_SMTP_HOST: 'mail.example',
    COUNTERSIGN_SMTP_FROM: 'a@mail.example',
    COUNTERSIGN_SMTP_USER: 'me',
    COUNTERSIGN_SMTP_PASSWORD: 'hunter2',
  }
  const { report } = parseServerSettings(settings, undefined)
  expect(JSON.stringify(report)).not.toContain('hunter2')
  expect(() => parseServerSettings({ ...settings, COUNTERSIGN_SMTP_TLS: 'none' }, undefined)).toThrow(/unencrypted/)
  expect(() => parseServerSettings({ COUNTERSIGN_SMTP_HOST: 'mail.example' }, undefined)).toThrow(
    /SMTP_FROM must be set/,
  )
  expect(() => parseServerSettings({ COUNTERSIGN_EMAIL_ALIAS_DOMAIN: 'users.example\r\n' }, undefined)).toThrow(
    /ALIAS_DOMAIN/,
  )
})

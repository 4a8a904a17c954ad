import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { formatSettingValue } from './format-setting-value.ts'
import type { ServerSetting } from './server-settings-response-type.ts'

const format = (
  name: string,
  value: string,
  code: ServerSetting['allowedBy']['code'] = 'number',
  locale: 'en' | 'de' = 'en',
) =>
  formatSettingValue(createTestTranslator(locale), locale, {
    name: name as ServerSetting['name'],
    value,
    variable: '',
    source: 'default',
    allowed: '',
    allowedBy: { code, values: {} },
    about: '',
  })

test.each([
  ['sessionLifetimeSeconds', '1209600', '14 days'],
  ['sessionIdleTimeoutSeconds', '5400', '90 minutes'],
  ['clockToleranceSeconds', '0', '0 seconds'],
  ['browserRetentionDays', '400', '400 days'],
  ['logoBytes', '65536', '64 KiB'],
  ['signatureBytes', '132', '132 bytes'],
  ['signInsPerMinute', '12000', '12,000 per minute'],
  ['emailsPerDay', '5', '5 per day'],
  ['walletsPerPerson', '20', '20'],
])('the limit %s has its unit', (name, value, expected) => {
  expect(format(name, value).items).toEqual([expected])
})

test('units and digit groups are in the language of the page', () => {
  expect(format('sessionLifetimeSeconds', '86400', 'number', 'de').items).toEqual(['1 Tag'])
  expect(format('signInsPerMinute', '12000', 'number', 'de').items).toEqual(['12.000 pro Minute'])
})

test.each([
  ['namespaces', 'eip155,solana,bip122', 'some_of', ['Ethereum', 'Solana', 'Bitcoin']],
  ['chainIds', '1,8453,987654', 'chain_ids', ['Ethereum', 'Base', 'Chain 987654']],
  ['featuredWallets', 'metamask,unlisted', 'any_of', ['MetaMask', 'unlisted']],
  [
    'chains',
    'Ethereum (1) at a.example, b.example; Base (8453) at c.example',
    'chains',
    ['Ethereum (1)', 'Base (8453)'],
  ],
  ['passkeySignUp', 'off', 'one_of', ['Off']],
  ['smtpTls', 'implicit', 'one_of', ['TLS from the start']],
  ['bitcoinChain', 'mainnet', 'one_of', ['Mainnet']],
  ['logLevel', 'info', 'one_of', ['info']],
  ['smtpHost', '', 'mail_host', []],
] as const)('the value of %s is in words', (name, value, code, expected) => {
  expect(format(name, value, code)).toEqual({ items: expected, isCode: false })
})

test('networks and addresses stay as they are', () => {
  expect(format('trustedProxies', '10.0.0.0/8, ::1/128', 'networks')).toEqual({
    items: ['10.0.0.0/8', '::1/128'],
    isCode: true,
  })
  expect(format('host', '127.0.0.1', 'host')).toEqual({ items: ['127.0.0.1'], isCode: true })
})

// Values of settings in words: names for identifiers, and numbers with their unit.
import { walletAppCatalog } from '@countersign/api/wallet-app-catalog'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'
import { findChainName } from '../../sign-in/proof-flow/find-chain-name.ts'
import type { ServerSetting } from './server-settings-response-type.ts'

export interface FormattedSettingValue {
  /** None if the setting is not set. */
  items: readonly string[]
  isCode: boolean
}

const chainFamilyNames: ReadonlyMap<string, string> = new Map([
  ['eip155', 'Ethereum'],
  ['solana', 'Solana'],
  ['bip122', 'Bitcoin'],
])
const networksByName = new Set(['solanaCluster', 'bitcoinChain'])

export function formatSettingValue(
  t: Translate,
  locale: string,
  { name, value, allowedBy: { code } }: ServerSetting,
): FormattedSettingValue {
  if (value === '') return { items: [], isCode: false }
  const inWords = (items: readonly string[]) => ({ items, isCode: false })
  const list = value.split(',').map((item) => item.trim())
  switch (code) {
    case 'number':
      return inWords([formatLimit(t, locale, name, Number(value))])
    case 'some_of':
      return inWords(list.map((family) => chainFamilyNames.get(family) ?? family))
    case 'any_of':
      return inWords(list.map((wallet) => walletAppCatalog.find(({ id }) => id === wallet)?.name ?? wallet))
    case 'chain_ids':
      return inWords(list.map((id) => findChainName(id) ?? t('adminSettings.set.chain', { id })))
    case 'chains':
      return inWords(value.split('; ').map((chain) => chain.split(' at ')[0] ?? chain))
    case 'one_of':
      return inWords([formatChoice(t, name, value)])
    case 'networks':
    case 'hosts':
    case 'witnesses':
      return { items: list, isCode: true }
    default:
      return { items: [value], isCode: true }
  }
}

function formatChoice(t: Translate, name: string, value: string): string {
  if (value === 'on' || value === 'off') return t(`adminSettings.set.${value}`)
  if (name === 'smtpTls') return translateKnownServerCode(t, 'adminSettings.set.tlsKinds', value) ?? value
  return networksByName.has(name) ? value.charAt(0).toUpperCase() + value.slice(1) : value
}

const timeUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The name of a limit ends with its unit. */
function formatLimit(t: Translate, locale: string, name: string, value: number): string {
  const number = getNumberFormat(locale).format(value)
  const inUnit = (unit: string, count: number) =>
    getNumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  if (name.endsWith('Seconds')) {
    const [unit, length] = timeUnits.find((one) => value > 0 && value % one[1] === 0) ?? ['second', 1]
    return inUnit(unit, value / length)
  }
  if (name.endsWith('Days')) return inUnit('day', value)
  if (name.endsWith('Bytes'))
    return value % 1024 === 0 ? `${getNumberFormat(locale).format(value / 1024)} KiB` : inUnit('byte', value)
  if (name.endsWith('PerMinute')) return t('adminSettings.set.perMinute', { number })
  if (name.endsWith('PerDay')) return t('adminSettings.set.perDay', { number })
  if (name.endsWith('Characters')) return t('adminSettings.set.characters', { number })
  return number
}

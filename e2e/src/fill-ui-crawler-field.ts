import type { Locator } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { UiCrawlerControl } from './ui-crawler-page-snapshot.ts'

export const imageUploadFixture = {
  name: 'mark.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const fieldValues: readonly (readonly [RegExp, string])[] = [
  [/color|farbe/i, '#123456'],
  [/redirect|back-channel logout|home page|^link (to|zu)|startseite/i, 'https://crawler.example/'],
  [/wallet|address or id|contract|adresse oder id|vertrag/i, createEthereumTestKey(77).address],
  [/chain/i, '31337'],
  [/hash/i, '0'.repeat(64)],
  [/^(client )?id\b/i, 'crawler'],
  [/amount|number|at least|count|days|token.ids|menge|nummer|mindestens|anzahl|tage/i, '1'],
]

/** A field that already has a complete value, such as a JSON definition, stays unchanged. */
export async function fillUiCrawlerField(field: Locator, { name, value }: UiCrawlerControl): Promise<void> {
  const type = await field.getAttribute('type')
  const isText = await field.evaluate((element) => element instanceof HTMLTextAreaElement)
  if (isText && value !== '') return
  if (type === 'date') {
    const day = await field.evaluate(({ min, max }: HTMLInputElement) => min || max || '2026-01-01')
    await field.fill(day)
    return
  }
  if (type === 'search') {
    await field.fill('a')
    return field.press('Enter')
  }
  const [, word] = /^(?:Type|Tippen Sie) [“„](.+?)[”“]/.exec(name) ?? []
  await field.fill(word ?? fieldValues.find(([asked]) => asked.test(name))?.[1] ?? 'Crawled')
}

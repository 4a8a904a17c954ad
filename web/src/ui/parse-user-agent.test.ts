import { describe, expect, test } from 'vitest'
import { createTestTranslator } from '../testing/create-test-translator.ts'
import { describeUserAgent } from './describe-user-agent.ts'
import { parseUserAgent } from './parse-user-agent.ts'

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const agents = {
  chromeOnLinux: `Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/140.0.0.0 Safari/537.36`,
  headless: `Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/140.0.0.0 Safari/537.36`,
  edge: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
  opera: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0`,
  firefox: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.6; rv:143.0) Gecko/20100101 Firefox/143.0',
  iphone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`,
  chromeOnIpad:
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
  samsung: `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  wallet: `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${blink} Version/4.0 Chrome/140.0 Mobile Safari/537.36 WebView MetaMaskMobile`,
  chromebook: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/140.0.0.0 Safari/537.36`,
  curl: 'curl/8.14.1',
  nothing: '',
}

test('describes browsers and devices by their common names', () => {
  const named = Object.entries(agents).map(
    ([name, agent]) => `${name}: ${describeUserAgent(createTestTranslator('en'), agent)}`,
  )
  expect(named).toMatchInlineSnapshot(`
    [
      "chromeOnLinux: Chrome on Linux",
      "headless: Chrome on Linux",
      "edge: Edge on Windows",
      "opera: Opera on Windows",
      "firefox: Firefox on macOS",
      "iphone: Safari on iPhone",
      "chromeOnIpad: Chrome on iPad",
      "samsung: Samsung Internet on Android",
      "wallet: MetaMask on Android",
      "chromebook: Chrome on ChromeOS",
      "curl: Unknown browser",
      "nothing: Unknown browser",
    ]
  `)
})

describe('untrusted user agent', () => {
  test('contributes no raw text to the page', () => {
    expect(parseUserAgent('<script>Firefox/1</script> (Lin\u202Eux)')).toEqual({
      browser: 'Firefox',
      operatingSystem: null,
    })
  })

  test('is parsed quickly, however long it is', () => {
    const startedAt = performance.now()
    parseUserAgent('Version/1 '.repeat(20_000))
    expect(performance.now() - startedAt).toBeLessThan(200)
  })
})

test('describes a user agent in the language of the page', () => {
  const german = createTestTranslator('de')
  expect([describeUserAgent(german, agents.iphone), describeUserAgent(german, '')]).toEqual([
    'Safari auf iPhone',
    'Unbekannter Browser',
  ])
})

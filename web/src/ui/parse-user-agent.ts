// The result is only a display hint; no decision depends on it.

export interface ParsedUserAgent {
  browser: string | null
  operatingSystem: string | null
}

type UserAgentToken = readonly [RegExp, string]

/** The first match is used, because browsers also send the tokens of other browsers. */
const browsers: readonly UserAgentToken[] = [
  [/MetaMaskMobile/i, 'MetaMask'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/DuckDuckGo\/|Ddg\//, 'DuckDuckGo'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/(Headless)?Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly UserAgentToken[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** @param userAgent untrusted; only names from these lists are returned */
export function parseUserAgent(userAgent: string): ParsedUserAgent {
  return { browser: findFirstToken(browsers, userAgent), operatingSystem: findFirstToken(systems, userAgent) }
}

function findFirstToken(tokens: readonly UserAgentToken[], userAgent: string): string | null {
  return tokens.find(([token]) => token.test(userAgent))?.[1] ?? null
}

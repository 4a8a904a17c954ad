// Reads from a user agent string what a person would call it: a browser and a system. It is a guess by well-known
// tokens, good enough to recognise one's own devices; nothing is decided by it.

/** What is known; either can be missing. */
export interface ParsedUserAgent {
  browser: string | null
  operatingSystem: string | null
}

type UserAgentToken = readonly [RegExp, string]

/** The first token that is found counts: browsers carry the tokens of those whose engine they use. */
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

/** @param userAgent as the browser sent it, from anybody: only names of this list ever come out */
export function parseUserAgent(userAgent: string): ParsedUserAgent {
  return { browser: findFirstToken(browsers, userAgent), operatingSystem: findFirstToken(systems, userAgent) }
}

function findFirstToken(tokens: readonly UserAgentToken[], userAgent: string): string | null {
  return tokens.find(([token]) => token.test(userAgent))?.[1] ?? null
}
